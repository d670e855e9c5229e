import {
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { MovedProduct, Product, ProductMove } from "#app/domain/catalogue/schema.ts";
import { productKind, updateRow } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { moveItem, RowAction } from "#app/routes/admin/kit/editing/row-list.tsx";
import { MenuItem } from "#app/routes/admin/kit/more-menu.tsx";
import {
  type Answer,
  callApi,
  noAnswer,
  showProblem,
} from "#app/routes/admin/kit/session/call-api.ts";
import { openCell } from "./inline-edits.tsx";

type Move = { id: string; to: ProductMove };

/** The loaded products in their order: changed optimistically, saved one move after another. */
export function useProductOrder(products: readonly Product[]) {
  const [wanted, setWanted] = useState<readonly string[]>();
  const ordered = useMemo(
    () => (wanted ? inOrder(products, wanted) : products),
    [products, wanted],
  );
  const latest = useRef(ordered);
  useEffect(() => {
    latest.current = ordered;
  });
  const save = useMoveSaving(useCallback(() => setWanted(undefined), []));
  const move = useCallback(
    (moved: string, target: string) => {
      const ids = latest.current.map(({ id }) => id);
      setWanted(moveToPlaceOf(ids, moved, target));
      void save({ id: moved, to: { place_of: target } });
    },
    [save],
  );
  const moveTo = useCallback(
    (id: string, place: number) => void save({ id, to: { place } }),
    [save],
  );
  return { ordered, move, moveTo };
}

const undoOf = ({ id, place_before: place }: MovedProduct): Move => ({ id, to: { place } });

/** Saves moves in their order, and shows one result for those that were requested meanwhile. */
function useMoveSaving(onSettled: () => void) {
  const refetch = useRefetch();
  const requested = useRef<Move[]>([]);
  const isRunning = useRef(false);
  const moved = useRef(0);
  return useCallback(
    async function save(move: Move, isUndo = false) {
      requested.current.push(move);
      moved.current += 1;
      if (isRunning.current) return;
      isRunning.current = true;
      moved.current = 1;
      const answer = await saveMoves(requested.current);
      isRunning.current = false;
      const isUndoable = answer.ok && !isUndo && moved.current === 1;
      // At once: a list of hundreds of rows takes seconds to be fetched and shown on a slow device.
      showResult(answer, isUndoable ? () => void save(undoOf(answer.data), true) : undefined);
      await refetch();
      if (!isRunning.current) onSettled();
    },
    [refetch, onSettled],
  );
}

/** Saves the moves and those added meanwhile; after a failure the others are dropped. */
async function saveMoves(moves: Move[]): Promise<Answer<MovedProduct>> {
  let answer: Answer<MovedProduct> = noAnswer;
  for (let move = moves.shift(); move; move = moves.shift()) {
    answer = await callApi<MovedProduct>("POST", `${productKind.path}/${move.id}/move`, move.to);
    if (!answer.ok) moves.length = 0;
  }
  return answer;
}

/** Of several moves none is undone. */
function showResult(answer: Answer<MovedProduct>, undo?: () => void): void {
  const id = "product-order";
  if (answer.ok) {
    toast({
      id,
      title: "Ordem atualizada",
      description: "A nova ordem dos produtos foi salva com sucesso.",
      ...(undo && { undo }),
    });
  } else {
    showProblem(productKind.updateFailed, answer.problem, id);
  }
}

/** The ids with `moved` at the position of `target`: spec point 4. */
export function moveToPlaceOf(ids: readonly string[], moved: string, target: string): string[] {
  const place = ids.indexOf(target);
  if (place < 0 || !ids.includes(moved)) return [...ids];
  return moveItem(ids, ids.indexOf(moved), place);
}

/** Rows in the order of the ids; other rows come last in their own order. */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): readonly Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return [...rows].sort((one, other) => placeOf(one) - placeOf(other));
}

const longPressMs = 500;
/** A finger that moves further scrolls. */
const maxMovePx = 10;

type RowPress = { isSelecting: boolean; onSelect: (id: string) => void };

/** On phones a long press selects a row, and while rows are selected a tap does; the checkboxes have no room there. */
export function useRowPress({ isSelecting, onSelect }: RowPress) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const hasSelected = useRef(false);
  function end() {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }
  return {
    onPointerDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
      end();
      hasSelected.current = false;
      const id = narrowRowOf(target);
      if (!id || pointerType === "mouse") return;
      const select = () => {
        hasSelected.current = true;
        onSelect(id);
      };
      press.current = { timer: setTimeout(select, longPressMs), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > maxMovePx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      const id = narrowRowOf(event.target);
      if (!id || !(hasSelected.current || isSelecting)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!hasSelected.current) onSelect(id);
      hasSelected.current = false;
    },
  };
}

/** The product's id, where the row has no visible checkbox. */
function narrowRowOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest("td")?.dataset.card === "handle") return;
  const row = target.closest("tr");
  const checkbox = row?.querySelector<HTMLElement>("input[type=checkbox]");
  if (!checkbox || checkbox.offsetParent) return undefined;
  return row?.querySelector<HTMLElement>("[data-stock-of]")?.dataset.stockOf;
}

/** What marking each product as sold out here took from its stock, to return it. */
const taken = new Map<string, number>();

/** Marks a product as sold out with one press; the next press returns what was taken from its stock. */
function useSoldOut(product: Product) {
  const refetch = useRefetch();
  const isSoldOut = product.stock <= 0;
  const toggle = useCallback(async () => {
    if (isSoldOut && !taken.has(product.id)) {
      toast({ title: "Digite o estoque", description: product.title, variant: "info" });
      openCell(product, "stock");
      return;
    }
    await setSoldOut(product, !isSoldOut, refetch);
  }, [product, isSoldOut, refetch]);
  return { isSoldOut, toggle };
}

export function SoldOutToggle({ product }: { product: Product }) {
  const { isSoldOut, toggle } = useSoldOut(product);
  return (
    <RowAction
      label={`Esgotado: ${product.title}`}
      icon="icon-[lucide--package-x]"
      pressed={isSoldOut}
      onAct={toggle}
      className="@max-[44rem]/table-frame:hidden"
    />
  );
}

/** `SoldOutToggle` in the menu of narrow windows. */
export function SoldOutItem({ product }: { product: Product }) {
  const { isSoldOut, toggle } = useSoldOut(product);
  return (
    <MenuItem icon="icon-[lucide--package-x]" onAct={() => void toggle()}>
      {isSoldOut ? "Voltar a vender" : "Marcar como esgotado"}
    </MenuItem>
  );
}

/**
 * A sale between two presses, or at the moment of one, stays subtracted: the quantity that a press really took returns, and
 * not the stock that the list showed.
 */
async function setSoldOut(
  product: Product,
  soldOut: boolean,
  refetch: () => Promise<unknown>,
): Promise<void> {
  const quantity = taken.get(product.id) ?? 0;
  const result = await updateRow(productKind, product, ({ stock }) => {
    // Sold out or filled up elsewhere meanwhile.
    if (soldOut !== stock > 0) return undefined;
    return { stock: soldOut ? 0 : stock + quantity };
  });
  if (!result.ok) return showProblem(productKind.updateFailed, result.problem);
  const { stock } = result.before;
  if (!soldOut) taken.delete(product.id);
  else if (stock > 0) taken.set(product.id, stock);
  await refetch();
  toast({
    title: productKind.updated,
    undo: () => void setSoldOut(result.after, !soldOut, refetch),
  });
}
