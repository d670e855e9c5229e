/** The roles of members. The administrator is 'dono'. */
export const memberRoles = ["equipe", "consulta"] as const;
export type MemberRole = (typeof memberRoles)[number];
export type Role = "dono" | MemberRole;

export const roleLabels: Record<MemberRole, string> = { equipe: "Equipe", consulta: "Consulta" };

export type Access = "read" | "write";
type AreaAccess = { [Name in MemberRole]?: Access };

/**
 * The permissions of members in each area: 'write' includes reading. Only the administrator may use what is in no area: settings,
 * prices, tokens, webhooks, notices, files of personal data, erasure, audit log, restoration, backups and members.
 */
const permissions = {
  /** One's own password, second factor and sessions. */
  self: { equipe: "write", consulta: "write" },
  orders: { equipe: "write", consulta: "read" },
  day: { equipe: "write", consulta: "read" },
  stock: { equipe: "write", consulta: "read" },
  customers: { equipe: "write", consulta: "read" },
  /** Products, categories and recipes, hidden ones too. */
  catalogue: { equipe: "read", consulta: "read" },
  /** The screens of products and recipes, and the figures: dashboard, sales, receivables, cash. */
  business: { consulta: "read" },
} satisfies Record<string, AreaAccess>;
export type Area = keyof typeof permissions;

/** Returns whether the role may read or write there; without an area only the administrator may. */
export function isAllowed(role: Role, access: Access, area: Area | undefined): boolean {
  if (role === "dono") return true;
  const given = area && (permissions[area] as AreaAccess)[role];
  return given === "write" || given === access;
}

export const roleTexts = {
  ownerOnly: "Só quem administra a loja pode fazer isto. Peça a essa pessoa.",
  readOnly: "O seu acesso é só de consulta: você vê, mas não muda. Peça a quem administra a loja.",
} as const;

/** Returns the reason for which the role may not do it. */
export function describeRejection(role: Role, access: Access, area: Area | undefined): string {
  const mayRead = access === "write" && isAllowed(role, "read", area);
  return mayRead && role === "consulta" ? roleTexts.readOnly : roleTexts.ownerOnly;
}
