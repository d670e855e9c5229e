import { atom } from "nanostores";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { CellColumn, CellProduct, CellValue } from "./cell-columns.ts";
import { cellKey, saveCells, useSheet } from "./product-cells.ts";

/** The cell that another control of its row opens. */
const $openedCell = atom("");

export function openCell(product: CellProduct, column: CellColumn): void {
  $openedCell.set(cellKey(product, column));
  $openedCell.set("");
}

type InlineCellProps = {
  product: CellProduct;
  column: CellColumn;
  /** The value as the list shows it. */
  children: ReactNode;
};

/** A value of a list that a press turns into an input. In a sheet it waits there for 'Salvar'. */
export function InlineCell({ product, column, children }: InlineCellProps) {
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
  const { field, label, isText } = column;
  const key = cellKey(product, column);
  const change = sheet?.changes.get(key);
  const value = change?.value ?? column.valueOf(product);
  const fullText = isText && column.show(value);
  const doubt = column.findDoubt?.(value, change?.product ?? product);
  useEffect(
    () => $openedCell.listen((opened) => opened === key && canWrite && setEditing(true)),
    [key, canWrite],
  );
  if (editing) {
    return (
      <InlineEditor
        product={product}
        column={column}
        draft={change?.value}
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
      title={sheet?.rejected.get(key) ?? doubt ?? (fullText || `Mudar ${label.toLowerCase()}`)}
      onClick={() => setEditing(true)}
      className={classNames(
        "-mx-1.5 inline-flex min-h-8 cursor-text items-center rounded-sm px-1.5 text-inherit @max-[44rem]/table-frame:min-h-11 hover:bg-background hover:ring-1 hover:ring-field",
        isText && "text-start",
        change && "bg-warning-soft text-warning-ink",
        doubt && "text-warning-ink underline decoration-wavy underline-offset-4",
        sheet?.rejected.has(key) && "ring-2 ring-danger-ink",
        sheet?.selected.has(key) && "ring-2 ring-primary",
      )}
    >
      <span className="sr-only">
        {label} de {product.title}:{" "}
      </span>
      {change ? <CellText column={column} value={change.value} isChanged /> : children}
      {doubt && <span className="sr-only">. {doubt}</span>}
    </button>
  );
}

type CellTextProps = { column: CellColumn; value: CellValue; isChanged?: boolean };

/** A number, or the first two lines of a text, whose cell shows all of it to the pointer. */
export function CellText({ column, value, isChanged }: CellTextProps) {
  const text = column.show(value);
  const content = isChanged ? <b>{text}</b> : text;
  if (!column.isText) return content;
  return text ? (
    <span className="line-clamp-2 min-w-8 text-sm whitespace-normal">{content}</span>
  ) : (
    <span className="min-w-8 text-muted">—</span>
  );
}

type InlineEditorProps = {
  product: CellProduct;
  column: CellColumn;
  /** The value that was typed before. */
  draft: CellValue | undefined;
  /** `restoreFocus`: it was closed by a key. */
  onClose: (restoreFocus: boolean) => void;
};

/** An input in a list's cell: Enter or leaving it takes the change, Escape cancels. */
function InlineEditor({ product, column, draft, onClose }: InlineEditorProps) {
  const sheet = useSheet();
  const refetch = useRefetch();
  // A change elsewhere refetches the list while the user types.
  const [before, setBefore] = useState(product);
  const [text, setText] = useState(() => column.write(draft ?? column.valueOf(product)));
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const isDone = useRef(false);
  const byKey = useRef(false);
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
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
    const reading = column.read(text);
    setError("error" in reading ? reading.error : undefined);
    if ("error" in reading) return;
    const change = { product: before, column, value: reading.value };
    if (sheet) {
      sheet.put([change]);
      return close();
    }
    if (reading.value === column.valueOf(before)) return close();
    setSaving(true);
    const [rejection] = await saveCells([change], refetch);
    setSaving(false);
    if (!rejection) return close();
    setBefore(rejection.product);
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
  const { currency, isText } = column;
  const inputProps = {
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      input.current = element;
    },
    "data-inline": column.field,
    "data-cell": cellKey(product, column),
    value: text,
    enterKeyHint: "done",
    autoComplete: "off",
    "aria-label": `${column.label} de ${product.title}`,
    "aria-invalid": error ? true : undefined,
    title: error,
    readOnly: saving,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setText(event.currentTarget.value),
    onKeyDown: press,
    onBlur: () => void submit(),
    className: classNames(
      "rounded-sm border bg-background px-1.5",
      isText
        ? "w-full min-w-28 resize-none text-sm"
        : "h-9 w-22 text-end tabular-nums @max-[44rem]/table-frame:h-8 @max-[44rem]/table-frame:w-20 @max-[44rem]/table-frame:-outline-offset-1",
      error ? "border-2 border-danger-ink" : "border-field",
      saving && "opacity-55",
    ),
  } as const;
  return (
    <span
      className={classNames(
        "inline-flex flex-wrap items-center",
        isText ? "w-full" : "justify-end",
      )}
    >
      {currency && <span className="mr-1 text-muted">{currency}</span>}
      {isText ? (
        <textarea rows={3} {...inputProps} />
      ) : (
        <input inputMode="decimal" {...inputProps} />
      )}
      {error && (
        <span role="alert" className="block text-sm whitespace-normal text-danger-ink">
          {error}
        </span>
      )}
    </span>
  );
}
