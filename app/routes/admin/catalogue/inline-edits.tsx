import { atom } from "nanostores";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { classNames } from "#app/ui/class-names.ts";
import {
  type CellField,
  type CellProduct,
  cellKey,
  readCell,
  saveCells,
  shownText,
  typedText,
  useSheet,
} from "./product-cells.ts";

/** The cell that another control of its row opens. */
const $openedCell = atom("");

export function openCell(product: CellProduct, field: CellField): void {
  $openedCell.set(cellKey(product, field));
  $openedCell.set("");
}

type InlineNumberProps = {
  product: CellProduct;
  field: CellField;
  /** 'Preço', 'Estoque' */
  label: string;
  /** The value as the list shows it. */
  children: ReactNode;
};

/** A number of a list that a press turns into an input. In a sheet it waits there for 'Salvar'. */
export function InlineNumber({ product, field, label, children }: InlineNumberProps) {
  const sheet = useSheet();
  const canWrite = useAllowed();
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  useEffect(() => {
    if (editing || !restoresFocus.current) return;
    restoresFocus.current = false;
    button.current?.focus();
  }, [editing]);
  const key = cellKey(product, field);
  const change = sheet?.changes.get(key);
  useEffect(
    () => $openedCell.listen((opened) => opened === key && canWrite && setEditing(true)),
    [key, canWrite],
  );
  if (editing) {
    return (
      <InlineEditor
        product={product}
        field={field}
        typed={change?.value}
        label={`${label} de ${product.title}`}
        onClose={(restoreFocus) => {
          restoresFocus.current = restoreFocus;
          setEditing(false);
        }}
      />
    );
  }
  if (!canWrite) return <span className="inline-flex min-h-8 items-center">{children}</span>;
  return (
    <button
      ref={button}
      type="button"
      data-inline={field}
      data-cell={key}
      data-changed={change ? true : undefined}
      title={sheet?.rejected.get(key) ?? `Mudar ${label.toLowerCase()}`}
      onClick={() => setEditing(true)}
      className={classNames(
        "-mx-1.5 inline-flex min-h-8 cursor-text items-center rounded-sm px-1.5 text-inherit @max-[44rem]/table-frame:min-h-11 hover:bg-background hover:ring-1 hover:ring-field",
        change && "bg-warning-soft text-warning-ink",
        sheet?.rejected.has(key) && "ring-2 ring-danger-ink",
        sheet?.selected.has(key) && "ring-2 ring-primary",
      )}
    >
      <span className="sr-only">
        {label} de {product.title}:{" "}
      </span>
      {change ? <b>{shownText(field, change.value)}</b> : children}
    </button>
  );
}

type InlineEditorProps = {
  product: CellProduct;
  field: CellField;
  /** What was typed before. */
  typed: number | undefined;
  label: string;
  /** `restoreFocus`: it was closed by a key. */
  onClose: (restoreFocus: boolean) => void;
};

/** An input in a list's cell: Enter or leaving it takes the change, Escape cancels. */
function InlineEditor({ product, field, typed, label, onClose }: InlineEditorProps) {
  const sheet = useSheet();
  const refetch = useRefetch();
  // A change elsewhere refetches the list while the user types.
  const [base, setBase] = useState(product);
  const [text, setText] = useState(() => typedText(field, typed ?? product[field] ?? 0));
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const isDone = useRef(false);
  const byKey = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function close() {
    isDone.current = true;
    onClose(byKey.current);
  }
  async function submit() {
    if (isDone.current || saving) return;
    const read = readCell(field, text);
    setError("error" in read ? read.error : undefined);
    if ("error" in read) return;
    const change = { product: base, field, value: read.value };
    if (sheet) {
      sheet.put([change]);
      return close();
    }
    if (read.value === base[field]) return close();
    setSaving(true);
    const [rejection] = await saveCells([change], refetch);
    setSaving(false);
    if (!rejection) return close();
    setBase(rejection.product);
    setError(rejection.message);
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    byKey.current = true;
    if (event.key === "Enter") void submit();
    else close();
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-end">
      {field === "price" && <span className="mr-1 text-muted">R$</span>}
      <input
        ref={input}
        data-inline={field}
        data-cell={cellKey(product, field)}
        value={text}
        inputMode="decimal"
        enterKeyHint="done"
        autoComplete="off"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        title={error}
        readOnly={saving}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => void submit()}
        className={classNames(
          "h-9 w-22 rounded-sm border bg-background px-1.5 text-end tabular-nums @max-[44rem]/table-frame:h-8 @max-[44rem]/table-frame:w-20 @max-[44rem]/table-frame:-outline-offset-1",
          error ? "border-2 border-danger-ink" : "border-field",
          saving && "opacity-55",
        )}
      />
      {error && (
        <span role="alert" className="block text-sm whitespace-normal text-danger-ink">
          {error}
        </span>
      )}
    </span>
  );
}
