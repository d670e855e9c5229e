/** Stops of a day and orders of a request at most. */
export const maxStops = 500;
export const maxVolumes = 99;

/** The tasks of helpers, who see one day by a link. */
export const helperRoles = ["motorista", "separacao"] as const;
export type HelperRole = (typeof helperRoles)[number];
export const helperRoleLabels: Record<HelperRole, string> = {
  motorista: "Motorista",
  separacao: "Separação",
};

/** The sheets that are printed of a day on A4, by the parameter `folha`. */
export const printSheets = {
  separar: "Lista de separação",
  romaneios: "Romaneios, um por cliente",
  rota: "Folha da rota",
} as const;
export type PrintSheet = keyof typeof printSheets;
