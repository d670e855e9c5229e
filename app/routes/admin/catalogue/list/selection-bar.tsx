import { useState } from "react";
import type { Answer } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { MatchingProducts, SelectionAction } from "#app/domain/catalogue/list/selection.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productKind, undoChange } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { maxBatchItems, maxListed } from "#app/shared/limits.ts";
import { Button } from "#app/ui/button.tsx";

/** The products that were selected one by one, or all that match the list's filters. */
export type Selection = { count: number } & (
  | { products: readonly Product[]; matching?: never }
  | { matching: MatchingProducts; products?: never }
);

type SelectionBarProps = {
  selection: Selection;
  /** The number of products that match the list's filters. */
  foundCount: number;
  onSelectAll: () => void;
  onChangePrices: () => void;
  onClear: () => void;
};

type Action = SelectionAction["action"];

const actions: { label: string; action: Action; icon: string }[] = [
  { label: "Mostrar", action: "show", icon: "icon-[lucide--eye]" },
  { label: "Ocultar", action: "hide", icon: "icon-[lucide--eye-off]" },
  { label: "Esgotado", action: "sold_out", icon: "icon-[lucide--package-x]" },
];

/** Changes all selected products. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, foundCount, onSelectAll, onChangePrices, onClear } = props;
  const { count } = selection;
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);

  async function run(action: Action, done: string) {
    setPending(true);
    const answer = await send(action, selection);
    setPending(false);
    if (answer.ok) {
      const undo = undoOf(action, selection);
      toast({
        title: done,
        description: formatProductCount(answer.data.found),
        ...(undo && { undo: () => void undo().then(refetch) }),
      });
    } else showProblem("Nem todos os produtos mudaram", answer.problem);
    onClear();
    await refetch();
  }
  function remove() {
    if (!confirm(`Tem certeza que deseja excluir ${formatProductCount(count)}?`)) return;
    void run("delete", productKind.deleted);
  }
  return (
    <section
      aria-label="Produtos selecionados"
      className="sticky bottom-(--bottom-bar) z-20 mt-3 flex items-center gap-1 border border-line bg-background px-1 py-2 shadow-bar max-md:-mx-4 max-md:border-x-0 md:flex-wrap md:gap-3 md:rounded-t-md md:px-4 md:py-3"
    >
      <SelectionMenu
        foundCount={foundCount}
        canSelectMore={count < foundCount}
        onSelectAll={onSelectAll}
        onAction={(action) => void run(action, productKind.updated)}
        onRemove={remove}
      />
      <p role="status" className="mr-auto font-semibold max-md:text-sm">
        {count === 1 ? "1 selecionado" : `${count} selecionados`}
      </p>
      {count < foundCount && (
        <Button variant="ghost" className="max-md:hidden" onClick={onSelectAll}>
          Selecionar os {foundCount}
        </Button>
      )}
      <Button
        variant="outline"
        className="max-md:shrink-0 max-md:px-2 max-md:whitespace-nowrap"
        disabled={pending}
        onClick={onChangePrices}
      >
        Mudar preços
      </Button>
      {actions.map(({ label, action }) => (
        <Button
          key={action}
          variant="outline"
          className="max-md:hidden"
          disabled={pending}
          onClick={() => void run(action, productKind.updated)}
        >
          {label}
        </Button>
      ))}
      <Button
        variant="ghost"
        disabled={pending}
        onClick={remove}
        className="text-danger-ink max-md:hidden"
      >
        Excluir
      </Button>
      <Button
        variant="ghost"
        className="max-md:shrink-0 max-md:px-2 max-md:whitespace-nowrap"
        onClick={onClear}
      >
        <span>
          Limpar<span className="max-md:sr-only"> seleção</span>
        </span>
      </Button>
    </section>
  );
}

type SelectionMenuProps = {
  foundCount: number;
  canSelectMore: boolean;
  onSelectAll: () => void;
  onAction: (action: Action) => void;
  onRemove: () => void;
};

/** The actions that have no button of their own on phones. */
function SelectionMenu(props: SelectionMenuProps) {
  const { foundCount, canSelectMore, onSelectAll, onAction, onRemove } = props;
  return (
    <div className="md:hidden">
      <MoreMenu iconOnly label="Mais ações dos selecionados">
        {canSelectMore && (
          <MenuItem icon="icon-[lucide--list-checks]" onAct={onSelectAll}>
            Selecionar os {foundCount}
          </MenuItem>
        )}
        {actions.map(({ label, action, icon }) => (
          <MenuItem key={action} icon={icon} onAct={() => onAction(action)}>
            {label}
          </MenuItem>
        ))}
        <MenuItem icon="icon-[lucide--trash-2]" danger onAct={onRemove}>
          Excluir
        </MenuItem>
      </MoreMenu>
    </div>
  );
}

type MatchCount = { found: number };

/** Undoes an action on products whose state before is known; sales since then stay subtracted. */
function undoOf(action: Action, { products }: Selection): (() => Promise<unknown>) | undefined {
  if (!products) return undefined;
  if (action === "delete") {
    return async () => {
      for (const { id } of products) await undoChange(productKind, { id, version: null });
    };
  }
  if (action !== "sold_out") {
    const changed = products.filter(({ visible }) => visible !== (action === "show"));
    const opposite = action === "show" ? "hide" : "show";
    return () => send(opposite, { count: changed.length, products: changed });
  }
  const items = products
    .filter(({ stock }) => stock > 0)
    .map(({ id, stock }) => ({ id, match: "id", stock_delta: stock }));
  return async () => {
    for (let start = 0; start < items.length; start += maxBatchItems) {
      const part = items.slice(start, start + maxBatchItems);
      const answer = await callApi("POST", `${productKind.path}/batch`, { items: part });
      if (!answer.ok) return showProblem("Não foi possível desfazer", answer.problem);
    }
  };
}

async function send(
  action: Action,
  { products, matching }: Selection,
): Promise<Answer<MatchCount>> {
  const path = `${productKind.path}/actions` as const;
  if (matching) return callApi<MatchCount>("POST", path, { action, matching });
  let found = 0;
  for (let start = 0; start < products.length; start += maxListed) {
    const ids = products.slice(start, start + maxListed).map(({ id }) => id);
    const answer = await callApi<MatchCount>("POST", path, { action, ids });
    if (!answer.ok) return answer;
    found += answer.data.found;
  }
  return { ok: true, data: { found } };
}
