import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import type { Role } from "#app/domain/people/roles.ts";
import { matchesTitle } from "#app/routes/admin/kit/editing/row-list.tsx";
import { findProducts } from "#app/routes/admin/kit/find-products.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { useSignOut } from "#app/routes/admin/kit/session/use-session.ts";
import { type GuideTitle, useGuides, useRole } from "#app/routes/admin/layout-data.ts";
import { canOpen, editParameter, newRow, screensFor } from "#app/routes/admin/screens.ts";
import { formatMoney } from "#app/shared/money.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";

type Command = {
  id: string;
  title: string;
  /** Muted, at the end of the line. */
  note?: string;
  icon: string;
  /** An address of the back office, one outside it, or an action of the layout. */
  target: { to: string } | { href: string } | { action: "shortcuts" | "sign-out" };
};

type CommandGroup = { label: string; commands: Command[] };

function listScreens(role: Role): Command[] {
  return screensFor(role).map(({ to, label, icon, shortcut }) => ({
    id: to,
    title: label,
    note: `G ${shortcut.toUpperCase()}`,
    icon,
    target: { to },
  }));
}

/** Returns whether the role may run the command. Only the administrator may run those that create something or make a file. */
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

const maxOrders = 5;

/** The commands that match a text; all screens and actions without one. */
function findCommands(
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
  return action(title, "icon-[lucide--life-buoy]", { to: `/admin/help/${slug}` });
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

/** The newest orders with this number or name; none when the request fails. */
async function findOrders(text: string): Promise<Order[]> {
  const query = new URLSearchParams({ search: text, limit: String(maxOrders) });
  const answer = await callApi<{ items: Order[] }>("GET", `/api/orders?${query}`);
  return answer.ok ? answer.data.items : [];
}

type CommandPaletteProps = { open: boolean; onClose: () => void; onShowShortcuts: () => void };

/** Ctrl/⌘ K: screens, products, orders and actions by their name. */
export function CommandPalette({ open, onClose, onShowShortcuts }: CommandPaletteProps) {
  const run = useCommandRunner(onClose, onShowShortcuts);
  return (
    <Dialog open={open} onClose={onClose} title="Buscar e ir para" className="command-palette">
      {open && <Search onRun={run} />}
    </Dialog>
  );
}

function Search({ onRun }: { onRun: (command: Command) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const { products, orders } = useResults(text.trim());
  const guides = useGuides();
  const role = useRole();
  const groups = useMemo(
    () => findCommands(role, text.trim(), products, orders, guides),
    [role, text, products, orders, guides],
  );
  const all = groups.flatMap(({ commands }) => commands);
  const active = all.find((command) => command.id === activeId) ?? all[0];
  const optionId = (command: Command) => `${id}-${command.id}`;

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && active) onRun(active);
    else if (step && active) {
      const next = all.at((all.indexOf(active) + step) % all.length);
      setActiveId(next?.id);
      if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    } else return;
    event.preventDefault();
  }
  return (
    <>
      <input
        // The dialog's purpose.
        ref={(input) => input?.focus()}
        type="text"
        role="combobox"
        aria-label="Buscar telas, produtos, pedidos e ações"
        placeholder="Tela, produto, pedido ou ação"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && optionId(active)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActiveId(undefined);
        }}
        onKeyDown={press}
        className="sticky top-0 z-10 min-h-14 w-full border-b border-line bg-background px-5 outline-none placeholder:text-muted md:px-8"
      />
      <div id={`${id}-list`} role="listbox" aria-label="Resultados" className="px-2 py-2 md:px-5">
        {groups.map(({ label, commands }) => (
          <fieldset key={label} aria-label={label} className="min-w-0">
            <p aria-hidden className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">
              {label}
            </p>
            {commands.map((command) => (
              <button
                key={command.id}
                type="button"
                id={optionId(command)}
                role="option"
                tabIndex={-1}
                aria-selected={command === active}
                onClick={() => onRun(command)}
                onPointerMove={() => setActiveId(command.id)}
                className={classNames(
                  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start",
                  command === active && "bg-tint text-tint-ink",
                )}
              >
                <span className={`${command.icon} size-5 shrink-0`} aria-hidden />
                <span className="min-w-0 grow truncate">{command.title}</span>
                {command.note && (
                  <span className="shrink-0 text-sm text-muted tabular-nums">{command.note}</span>
                )}
              </button>
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status" className="px-5 pb-4 text-muted empty:hidden md:px-8">
        {all.length === 0 && "Nada encontrado"}
      </p>
    </>
  );
}

const typingDelayMs = 150;
const minSearchLength = 2;

type Results = { products: Product[]; orders: Order[] };
const noResults: Results = { products: [], orders: [] };

/** The products and orders that match what was typed last. */
function useResults(text: string): Results {
  const [results, setResults] = useState(noResults);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const isSearched = text.length >= minSearchLength;
      const [products, orders] = isSearched
        ? await Promise.all([findProducts(text), findOrders(text)])
        : [[], []];
      if (isCurrent) setResults({ products, orders });
    }, typingDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return results;
}

function useCommandRunner(onClose: () => void, onShowShortcuts: () => void) {
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  return ({ target }: Command) => {
    onClose();
    if ("to" in target) void navigate(target.to);
    else if ("href" in target) open(target.href, target.href === "/" ? "_blank" : "_self");
    else if (target.action === "shortcuts") onShowShortcuts();
    else void signOut();
  };
}
