/** The screens of the back office, in the sidebar's order; `loading` is said while one is fetched. */
export const screens = [
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
  },
  {
    to: "/admin/account",
    label: "Conta",
    icon: "icon-[lucide--circle-user]",
    loading: "Carregando conta...",
  },
] as const;

export type Screen = (typeof screens)[number];

/** The screen that an address belongs to. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, "") || "/";
  return screens.find(({ to }) => to === path || (to !== "/admin" && path.startsWith(`${to}/`)));
}
