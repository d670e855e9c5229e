import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { useGuides, useRole } from "#app/routes/admin/layout-data.ts";
import { useSignOut } from "#app/routes/admin/session/use-session.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { type Command, findCommands, findOrders, findProducts } from "./commands.ts";

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
