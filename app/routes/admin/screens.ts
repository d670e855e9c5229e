import { type Area, isAllowed, type Role } from "#app/domain/people/roles.ts";
import type { ChangedTable } from "#app/shared/changes.ts";

type Screen = {
  to: string;
  label: string;
  /** The heading above it in the sidebar. */
  group?: "Vender" | "Produtos" | "Dinheiro";
  icon: string;
  /** The key after 'g' that leads there. */
  shortcut: string;
  /** The text while the screen is loading. */
  loading: string;
  /** The tables that the screen shows, besides orders and settings, which every screen shows. */
  tables: readonly ChangedTable[];
  /** The area in which members may open it and its pages, as their role allows there; without one only the administrator may. */
  area?: Area;
  /** True if `help/guides.json` has guides for it. */
  hasGuides?: boolean;
  /** The spec's own error texts, where it has some. */
  failed?: { title: string; description: string };
};

/** The screens of the back office, in the order of sidebar, palette and help. */
export const screens: readonly Screen[] = [
  {
    to: "/admin",
    area: "business",
    label: "Dashboard",
    icon: "icon-[lucide--layout-dashboard]",
    shortcut: "d",
    loading: "Carregando dashboard...",
    hasGuides: true,
    tables: ["products"],
  },
  {
    to: "/admin/orders",
    area: "orders",
    label: "Pedidos",
    group: "Vender",
    icon: "icon-[lucide--clipboard-list]",
    shortcut: "o",
    loading: "Carregando pedidos...",
    hasGuides: true,
    tables: ["products"],
  },
  {
    to: "/admin/day",
    area: "day",
    label: "Dia",
    group: "Vender",
    icon: "icon-[lucide--truck]",
    shortcut: "e",
    loading: "Carregando dia...",
    hasGuides: true,
    tables: [],
  },
  {
    to: "/admin/customers",
    area: "customers",
    label: "Clientes",
    group: "Vender",
    icon: "icon-[lucide--users]",
    shortcut: "l",
    loading: "Carregando clientes...",
    hasGuides: true,
    tables: ["customers", "price_tables"],
  },
  {
    to: "/admin/price-tables",
    label: "Tabelas de preços",
    group: "Vender",
    icon: "icon-[lucide--tags]",
    shortcut: "t",
    loading: "Carregando tabelas...",
    hasGuides: true,
    tables: ["price_tables", "categories", "customers"],
  },
  {
    to: "/admin/products",
    area: "business",
    label: "Produtos",
    group: "Produtos",
    icon: "icon-[lucide--package]",
    shortcut: "p",
    loading: "Carregando produtos...",
    hasGuides: true,
    tables: ["products", "categories"],
  },
  {
    to: "/admin/stock",
    area: "stock",
    label: "Estoque",
    group: "Produtos",
    icon: "icon-[lucide--boxes]",
    shortcut: "q",
    loading: "Carregando estoque...",
    hasGuides: true,
    tables: ["products"],
  },
  {
    to: "/admin/recipes",
    area: "business",
    label: "Receitas",
    group: "Produtos",
    icon: "icon-[lucide--cooking-pot]",
    shortcut: "r",
    loading: "Carregando receitas...",
    tables: ["recipes"],
  },
  {
    to: "/admin/receivables",
    area: "business",
    label: "A receber",
    group: "Dinheiro",
    icon: "icon-[lucide--hand-coins]",
    shortcut: "v",
    loading: "Carregando contas a receber...",
    hasGuides: true,
    tables: [],
  },
  {
    to: "/admin/cash",
    area: "business",
    label: "Caixa do dia",
    group: "Dinheiro",
    icon: "icon-[lucide--banknote]",
    shortcut: "x",
    loading: "Carregando caixa...",
    hasGuides: true,
    tables: [],
  },
  {
    to: "/admin/sales",
    area: "business",
    label: "Vendas",
    group: "Dinheiro",
    icon: "icon-[lucide--chart-column]",
    shortcut: "s",
    loading: "Carregando vendas...",
    hasGuides: true,
    tables: ["products", "categories"],
  },
  {
    to: "/admin/accounting",
    label: "Contador",
    group: "Dinheiro",
    icon: "icon-[lucide--calculator]",
    shortcut: "f",
    loading: "Carregando arquivos do contador...",
    hasGuides: true,
    tables: ["products", "customers"],
  },
  {
    to: "/admin/settings",
    label: "Configurações",
    icon: "icon-[lucide--settings]",
    shortcut: "c",
    loading: "Carregando configurações...",
    hasGuides: true,
    tables: ["categories"],
    failed: {
      title: "Erro ao carregar as configurações.",
      description: "Por favor, tente recarregar a página.",
    },
  },
  {
    to: "/admin/account",
    area: "self",
    label: "Conta",
    icon: "icon-[lucide--circle-user]",
    shortcut: "a",
    loading: "Carregando conta...",
    hasGuides: true,
    tables: ["members"],
  },
  {
    to: "/admin/help",
    area: "self",
    label: "Ajuda",
    icon: "icon-[lucide--life-buoy]",
    shortcut: "h",
    loading: "Carregando ajuda...",
    tables: [],
  },
];

/** The first screen of a role. */
export function homeOf(role: Role): string {
  return isAllowed(role, "read", "business") ? "/admin" : "/admin/orders";
}

/** Pages that are of no use to who may only read. */
const formPages: readonly string[] = ["/admin/orders/new"];

/** Returns whether the role may open the page of an address. */
export function canOpen(role: Role, pathname: string): boolean {
  const access = formPages.includes(pathname) ? "write" : "read";
  return isAllowed(role, access, screenAt(pathname)?.area);
}

/** The screens that the role may open. */
export function screensFor(role: Role): readonly Screen[] {
  return screens.filter(({ area }) => isAllowed(role, "read", area));
}

type ScreenGroup = { heading?: Screen["group"]; screens: readonly Screen[] };

/** The screens that the role may open, with those of a heading together. */
export function screenGroupsFor(role: Role): ScreenGroup[] {
  const groups: { heading?: Screen["group"]; screens: Screen[] }[] = [];
  for (const screen of screensFor(role)) {
    const last = groups.at(-1);
    if (last && last.heading === screen.group) last.screens.push(screen);
    else groups.push({ heading: screen.group, screens: [screen] });
  }
  return groups;
}

/** The screen of an address. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, "") || "/";
  return screens.find(({ to }) => to === path || (to !== "/admin" && path.startsWith(`${to}/`)));
}

/** Returns whether the screen at this address shows data of the table. */
export function screenShows(
  { pathname, search }: { pathname: string; search: string },
  table: ChangedTable,
): boolean {
  if (table === "orders" || table === "settings") return true;
  if (table === "audit_logs") return new URLSearchParams(search).get("tab") === "audit";
  return screenAt(pathname)?.tables.includes(table) ?? false;
}

/** A list's parameter that opens the editor of a row, by its id or `newRow`. */
export const editParameter = "editar";
export const newRow = "novo";
