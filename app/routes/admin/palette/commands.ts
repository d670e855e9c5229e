import type { Role } from "#app/domain/auth/roles.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { matchesTitle } from "#app/routes/admin/editing/row-list.tsx";
import type { GuideTitle } from "#app/routes/admin/layout-data.ts";
import { canOpen, editParameter, newRow, screensFor } from "#app/routes/admin/screens.ts";
import { callApi } from "#app/routes/admin/session/call-api.ts";
import { formatMoney } from "#app/shared/money.ts";

export type Command = {
  id: string;
  title: string;
  /** Muted, at the end of the line. */
  note?: string;
  icon: string;
  /** An address of the back office, one outside it, or an action of the layout. */
  target: { to: string } | { href: string } | { action: "shortcuts" | "sign-out" };
};

export type CommandGroup = { label: string; commands: Command[] };

function listScreens(role: Role): Command[] {
  return screensFor(role).map(({ to, label, icon, shortcut }) => ({
    id: to,
    title: label,
    note: `G ${shortcut.toUpperCase()}`,
    icon,
    target: { to },
  }));
}

/** What creates something or is a file is the administrator's. */
function canRun(role: Role, { target }: Command): boolean {
  if (role === "dono" || "action" in target) return true;
  if ("href" in target) return target.href === "/";
  const { pathname, search } = new URL(target.to, location.origin);
  return canOpen(role, pathname) && !search.includes(newRow);
}

function action(title: string, icon: string, target: Command["target"], note?: string): Command {
  return {
    id: title.replaceAll(" ", "-"),
    title,
    icon,
    target,
    ...(note !== undefined && { note }),
  };
}

const plus = "icon-[lucide--plus]";
const actionCommands = [
  action("Novo produto", plus, { to: `/admin/products?${editParameter}=${newRow}` }),
  action("Nova receita", plus, { to: `/admin/recipes?${editParameter}=${newRow}` }),
  action("Ver pedidos pendentes", "icon-[lucide--clock]", { to: "/admin/orders?status=pendente" }),
  action("Ver produtos com menos estoque", "icon-[lucide--package-x]", {
    to: "/admin/products?sort=stock",
  }),
  action("Exportar pedidos (CSV)", "icon-[lucide--download]", { href: "/api/orders/export.csv" }),
  action("Ver o registro de mudanças (logs)", "icon-[lucide--history]", {
    to: "/admin/settings?tab=audit",
  }),
  action("Abrir o site", "icon-[lucide--external-link]", { href: "/" }),
  action("Atalhos do teclado", "icon-[lucide--keyboard]", { action: "shortcuts" }, "?"),
  action("Sair", "icon-[lucide--log-out]", { action: "sign-out" }),
];

const maxProducts = 6;
const maxOrders = 5;

/** The commands that match a text; all screens and actions without one. */
export function findCommands(
  role: Role,
  text: string,
  products: readonly Product[],
  orders: readonly Order[],
  guides: readonly GuideTitle[],
): CommandGroup[] {
  const matches = matchesTitle(text);
  const isOpen = (command: Command) => canRun(role, command);
  const groups = [
    { label: "Pedidos", commands: text === "" ? [] : orders.map(orderCommand) },
    { label: "Telas", commands: listScreens(role).filter(matches) },
    { label: "Produtos", commands: text === "" ? [] : products.map(productCommand).filter(isOpen) },
    { label: "Ações", commands: actionCommands.filter(matches).filter(isOpen) },
    { label: "Ajuda", commands: text === "" ? [] : guides.filter(matches).map(guideCommand) },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

function guideCommand({ slug, title }: GuideTitle): Command {
  return action(title, "icon-[lucide--life-buoy]", { to: `/admin/ajuda/${slug}` });
}

function productCommand({ id, title, price, stock }: Product): Command {
  return {
    id,
    title,
    note: `${formatMoney(price)} · ${stock}`,
    icon: "icon-[lucide--package]",
    target: { to: `/admin/products?${editParameter}=${id}` },
  };
}

function orderCommand({ id, numero_pedido, cliente_info, valor_total }: Order): Command {
  return {
    id,
    title: `Pedido nº ${numero_pedido}: ${cliente_info.name || "N/A"}`,
    note: formatMoney(valor_total),
    icon: "icon-[lucide--clipboard-list]",
    target: { to: `/admin/orders?pedido=${id}` },
  };
}

/** The first products with this text in their title, hidden ones too; none when the request fails. */
export async function findProducts(text: string): Promise<Product[]> {
  const query = new URLSearchParams({ title: text.slice(0, 80), limit: String(maxProducts) });
  const answer = await callApi<{ items: Product[] }>("GET", `/api/products?all=1&brief=1&${query}`);
  return answer.ok ? answer.data.items : [];
}

/** The newest orders with this number or name; none when the request fails. */
export async function findOrders(text: string): Promise<Order[]> {
  const query = new URLSearchParams({ search: text, limit: String(maxOrders) });
  const answer = await callApi<{ items: Order[] }>("GET", `/api/orders?${query}`);
  return answer.ok ? answer.data.items : [];
}
