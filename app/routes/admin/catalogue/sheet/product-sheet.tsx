import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { UnsavedGuard } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { useWideWindow } from "#app/ui/use-wide-window.ts";
import type { CellColumn } from "./cell-columns.ts";
import { type CellChange, cellKey, type Sheet, SheetContext, saveCells } from "./product-cells.ts";

const none: ReadonlySet<string> = new Set();

/**
 * Changed and selected cells. Changes are based on the row that was shown when they were typed; `columns` are those that are
 * shown, from left to right.
 */
export function useProductSheet(products: readonly Product[], columns: readonly CellColumn[]) {
  const isWide = useWideWindow();
  const refetch = useRefetch();
  const [changes, setChanges] = useState<Sheet["changes"]>(new Map());
  const [rejected, setRejected] = useState<Sheet["rejected"]>(new Map());
  const [selected, setSelected] = useState(none);
  const [saving, setSaving] = useState(false);
  const sheet: Sheet = useMemo(() => {
    const put = (added: readonly CellChange[]) => {
      setChanges((before) => withChanges(before, added));
      setRejected(new Map());
    };
    return { changes, rejected, selected, put };
  }, [changes, rejected, selected]);
  const byId = new Map(products.map((product) => [product.id, product]));

  /** Puts texts into the cells of a column, as far as there are cells; returns the errors of those that do not fit. */
  function fill(keys: readonly string[], texts: readonly string[]): string[] {
    const errors: string[] = [];
    const added: CellChange[] = [];
    for (const [index, key] of keys.slice(0, texts.length).entries()) {
      const { product, column } = cellOfKey(key);
      const reading = column?.read(texts[index] ?? "");
      if (!product || !column || !reading) continue;
      if ("error" in reading) errors.push(reading.error);
      else added.push({ product, column, value: reading.value });
    }
    sheet.put(added);
    return errors;
  }
  function cellOfKey(key: string) {
    const [id = "", field] = key.split(" ");
    return { product: byId.get(id), column: columns.find((column) => column.field === field) };
  }
  async function save() {
    if (saving || changes.size === 0) return;
    setSaving(true);
    const failed = await saveCells([...changes.values()], refetch);
    const byKey = failed.map((cell) => [cellKey(cell.product, cell.column), cell] as const);
    setChanges(new Map(byKey));
    setRejected(new Map(byKey.map(([key, { message }]) => [key, message])));
    setSelected(none);
    setSaving(false);
  }
  return {
    ...sheet,
    context: isWide ? sheet : undefined,
    setSelected,
    fill,
    saving,
    save: () => void save(),
    discard: () => {
      setChanges(new Map());
      setRejected(new Map());
    },
    textOf(key: string): string {
      const { product, column } = cellOfKey(key);
      if (!product || !column) return "";
      return column.write(changes.get(key)?.value ?? column.valueOf(product));
    },
    columns,
  };
}
type ProductSheetState = ReturnType<typeof useProductSheet>;

/** A value that is stored already is no change. */
function withChanges(before: Sheet["changes"], added: readonly CellChange[]): Sheet["changes"] {
  const after = new Map(before);
  for (const change of added) {
    const key = cellKey(change.product, change.column);
    const product = before.get(key)?.product ?? change.product;
    if (change.value === change.column.valueOf(product)) after.delete(key);
    else after.set(key, { ...change, product });
  }
  return after;
}

type ProductSheetProps = { sheet: ProductSheetState; children: ReactNode };

/**
 * In wide windows the table's cells are a sheet: arrow keys move, typing replaces, Shift selects, Ctrl+D fills down, and a
 * pasted column goes into the cells from the one with the focus on. Changes are saved together.
 */
export function ProductSheet({ sheet, children }: ProductSheetProps) {
  const grid = useRef<HTMLDivElement>(null);
  const anchor = useRef<string>(undefined);
  const { context, columns } = sheet;
  const indexOf = ({ dataset }: HTMLElement) =>
    columns.findIndex(({ field }) => field === dataset.inline);

  function cellsOf(field: string | undefined): HTMLElement[] {
    return [...(grid.current?.querySelectorAll<HTMLElement>(`[data-inline="${field}"]`) ?? [])];
  }
  function neighbor(cell: HTMLElement, down: number, right: number): HTMLElement | undefined {
    const row = cellsOf(cell.dataset.inline).indexOf(cell);
    return cellsOf(columns[indexOf(cell) + right]?.field)[row + down];
  }
  function select(to: HTMLElement) {
    anchor.current ??= to.dataset.cell;
    const cells = cellsOf(to.dataset.inline);
    const [from, until] = [
      cells.findIndex(({ dataset }) => dataset.cell === anchor.current),
      cells.indexOf(to),
    ].sort((one, other) => one - other) as [number, number];
    sheet.setSelected(new Set(cells.slice(Math.max(from, 0), until + 1).map(keyOf)));
  }
  function clear() {
    anchor.current = undefined;
    if (sheet.selected.size > 0) sheet.setSelected(none);
  }
  function fillDown() {
    const keys = [...sheet.selected];
    sheet.fill(keys, Array(keys.length).fill(sheet.textOf(keys[0] ?? "")));
  }

  function press(event: KeyboardEvent) {
    const cell = cellOf(event);
    if (!cell || !context || event.nativeEvent.isComposing) return;
    const step = stepOf(event, isEditor(cell));
    if (event.ctrlKey || event.metaKey) {
      if (!pressWithControl(event.key.toLowerCase())) return;
    } else if (step) go(cell, step, event.shiftKey);
    else if (!pressOnCell(cell, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** Returns whether the key has an effect that is complete. */
  function pressOnCell(cell: HTMLElement, key: string): boolean {
    if (isEditor(cell)) return false;
    const hasSelection = sheet.selected.size > 0;
    if (key === "Escape") clear();
    // The key goes into the input that is opened here.
    else if (opensEditor(columns[indexOf(cell)], key)) flushSync(() => cell.click());
    return key === "Escape" && hasSelection;
  }
  /** Returns whether the key has an effect. */
  function pressWithControl(key: string): boolean {
    if (key === "d" && sheet.selected.size > 1) fillDown();
    else if (key === "s") sheet.save();
    else return false;
    return true;
  }
  function go(cell: HTMLElement, step: Step, isShifted: boolean) {
    const isSelecting = isShifted && !isEditor(cell);
    if (isSelecting) anchor.current ??= cell.dataset.cell;
    else clear();
    const to = neighbor(cell, ...step);
    if (!to) return isEditor(cell) ? cell.blur() : undefined;
    to.focus();
    to.closest("tr")?.scrollIntoView({ block: "nearest" });
    if (isSelecting) select(to);
  }
  function paste(event: ClipboardEvent) {
    const cell = cellOf(event);
    const lines = event.clipboardData
      .getData("text")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    if (!cell || !context || (isEditor(cell) && lines.length === 1)) return;
    event.preventDefault();
    const table = lines.map((line) => line.split("\t"));
    const row = cellsOf(cell.dataset.inline).indexOf(cell);
    const errors = columns.slice(indexOf(cell)).flatMap(({ field }, index) => {
      const texts = table.flatMap((cells) => cells[index] ?? []);
      return sheet.fill(cellsOf(field).slice(row).map(keyOf), texts);
    });
    if (errors.length > 0) {
      const [description] = errors;
      toast({ title: describeSkipped(errors.length), description, variant: "info" });
    }
    if (isEditor(cell)) cell.blur();
  }
  function click(event: MouseEvent) {
    const cell = cellOf(event);
    if (!cell || !context) return;
    if (!event.shiftKey) {
      if (!isEditor(cell)) anchor.current = cell.dataset.cell;
      return sheet.selected.size > 0 ? sheet.setSelected(none) : undefined;
    }
    event.preventDefault();
    event.stopPropagation();
    select(cell);
  }
  return (
    <SheetContext value={context}>
      <div ref={grid} onKeyDownCapture={press} onPaste={paste} onClickCapture={click}>
        {children}
      </div>
      <SheetBar sheet={sheet} onFill={fillDown} />
      {sheet.changes.size > 0 && <UnsavedGuard dirty={!sheet.saving} />}
    </SheetContext>
  );
}

function cellOf({ target }: Pick<Event, "target">): HTMLElement | undefined {
  const cell = target instanceof Element && target.closest<HTMLElement>("[data-cell]");
  return cell || undefined;
}

function isEditor(cell: HTMLElement): boolean {
  return cell.matches("input, textarea");
}

/** A digit, and in a text any sign that is written. */
function opensEditor(column: CellColumn | undefined, key: string): boolean {
  return column?.isText ? /^\S$/u.test(key) : /^[\d,.]$/.test(key);
}

function keyOf({ dataset }: HTMLElement): string {
  return dataset.cell ?? "";
}

type Step = [down: number, right: number];
const arrows: Record<string, Step> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** In an input the arrows to the sides move its caret, and Enter goes to the next row. */
function stepOf({ key, shiftKey }: KeyboardEvent, isTyping: boolean): Step | undefined {
  if (isTyping && key === "Enter") return [shiftKey ? -1 : 1, 0];
  const step = arrows[key];
  return isTyping && step?.[0] === 0 ? undefined : step;
}

/** The number of changed or selected cells, with their actions. */
function SheetBar({ sheet, onFill }: { sheet: ProductSheetState; onFill: () => void }) {
  const { changes, rejected, selected, saving } = sheet;
  const isSelecting = selected.size > 1;
  if (changes.size === 0 && !isSelecting) return null;
  const [failed] = rejected;
  const title = failed && changes.get(failed[0])?.product.title;
  const doubt = describeDoubts(changes);
  return (
    <section
      aria-label="Mudanças na planilha"
      className="sticky bottom-(--bottom-bar) z-20 mt-3 flex flex-wrap items-center gap-3 rounded-t-md border border-line bg-background px-4 py-3 shadow-bar"
    >
      <p role="status" className="mr-auto">
        {changes.size > 0 && <b>{describeChanges(changes.size)}</b>}{" "}
        {isSelecting && `${selected.size} selecionadas`}
        {doubt && !failed && <span className="block text-warning-ink">{doubt}</span>}
        {failed && (
          <span className="block text-danger-ink">
            {title}: {failed[1]} Salvar de novo grava o seu valor.
          </span>
        )}
      </p>
      {isSelecting && (
        <Button variant="outline" onClick={onFill} title="Ctrl D">
          Preencher para baixo
        </Button>
      )}
      {changes.size > 0 && (
        <>
          <Button variant="ghost" disabled={saving} onClick={sheet.discard}>
            Descartar
          </Button>
          <Button pending={saving} onClick={sheet.save}>
            {saving ? "Salvando..." : "Salvar"}
          </Button>
        </>
      )}
    </section>
  );
}

function describeSkipped(count: number): string {
  return count === 1
    ? "1 valor não serve e ficou de fora"
    : `${count} valores não servem e ficaram de fora`;
}

/** The first doubt about a changed cell, with its product, and how many others there are. */
function describeDoubts(changes: Sheet["changes"]): string | undefined {
  const doubts = [...changes.values()].flatMap(({ product, column, value }) => {
    const doubt = column.findDoubt?.(value, product);
    return doubt ? [`${product.title}: ${doubt}`] : [];
  });
  const [first, ...others] = doubts;
  return others.length > 0 ? `${first} E mais ${others.length}.` : first;
}

function describeChanges(count: number): string {
  return count === 1 ? "1 célula mudou" : `${count} células mudaram`;
}
