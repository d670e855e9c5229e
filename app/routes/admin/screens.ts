import type { RowChange } from "#app/shared/changes.ts";

type Screen = {
  to: string;
  label: string;
  icon: string;
  /** Said while the screen is fetched. */
  loading: string;
  /** Said when it could not be fetched, where the spec has words of its own. */
  failed?: { title: string; description: string };
};

/** The screens of the back office, in the sidebar's order. */
export const screens: readonly Screen[] = [
  {
    to: "/admin",
    label: "Dashboard",
    icon: "icon-[lucide--layout-dashboard]",
    loading: "Carregando dashboard...",
  },
  {
    to: "/admin/products",
    label: "Produtos",
    icon: "icon-[lucide--package]",
    loading: "Carregando produtos...",
  },
  {
    to: "/admin/recipes",
    label: "Receitas",
    icon: "icon-[lucide--cooking-pot]",
    loading: "Carregando receitas...",
  },
  {
    to: "/admin/orders",
    label: "Pedidos",
    icon: "icon-[lucide--clipboard-list]",
    loading: "Carregando pedidos...",
  },
  {
    to: "/admin/settings",
    label: "Configurações",
    icon: "icon-[lucide--settings]",
    loading: "Carregando configurações...",
    failed: {
      title: "Erro ao carregar as configurações.",
      description: "Por favor, tente recarregar a página.",
    },
  },
  {
    to: "/admin/account",
    label: "Conta",
    icon: "icon-[lucide--circle-user]",
    loading: "Carregando conta...",
  },
];

/** The screen that an address belongs to. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, "") || "/";
  return screens.find(({ to }) => to === path || (to !== "/admin" && path.startsWith(`${to}/`)));
}

type Table = RowChange["table"];

/** Beside orders, whose new ones every screen counts, and the settings, which name the shop. */
const tablesOf: Record<string, readonly Table[]> = {
  "/admin": ["products"],
  "/admin/products": ["products", "categories"],
  "/admin/recipes": ["recipes"],
  "/admin/orders": ["products"],
  "/admin/settings": ["categories"],
};

/** Whether the screen at this address shows anything of the table. */
export function shows({ pathname, search }: { pathname: string; search: string }, table: Table) {
  if (table === "orders" || table === "settings") return true;
  if (table === "audit_logs") return new URLSearchParams(search).get("tab") === "audit";
  return (tablesOf[screenAt(pathname)?.to ?? ""] ?? []).includes(table);
}
