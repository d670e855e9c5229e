import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { toast } from "#app/client/toast.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { ConflictDialog, useConflictHandling } from "#app/routes/admin/editing/conflict.tsx";
import { RowAction } from "#app/routes/admin/editing/row-actions.tsx";
import { productKind, updateRow } from "#app/routes/admin/editing/row-kinds.ts";
import { saveOnVersion } from "#app/routes/admin/editing/save-on-version.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, fieldErrors, showProblem } from "#app/routes/admin/session/call-api.ts";
import { formatTypedAmount, parseTypedNumber } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { classNames } from "#app/ui/class-names.ts";

type InlineField = "price" | "stock";

/** A product, or the part of it that a list shows. */
type NumberedProduct = Pick<Product, "id" | "title" | "version" | "stock"> & {
  price?: number;
};

type InlineNumberProps = {
  product: NumberedProduct;
  field: InlineField;
  /** 'Preço', 'Estoque' */
  label: string;
  /** The value as the list shows it. */
  children: ReactNode;
};

/** A number of a list that a press turns into an input. */
export function InlineNumber({ product, field, label, children }: InlineNumberProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  useEffect(() => {
    if (editing || !restoresFocus.current) return;
    restoresFocus.current = false;
    button.current?.focus();
  }, [editing]);
  if (editing) {
    return (
      <InlineEditor
        product={product}
        field={field}
        label={`${label} de ${product.title}`}
        onClose={(restoreFocus) => {
          restoresFocus.current = restoreFocus;
          setEditing(false);
        }}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      data-inline={field}
      title={`Mudar ${label.toLowerCase()}`}
      onClick={() => setEditing(true)}
      className="-mx-1.5 inline-flex min-h-8 cursor-text items-center rounded-sm px-1.5 text-inherit hover:bg-background hover:ring-1 hover:ring-field"
    >
      <span className="sr-only">
        {label} de {product.title}:{" "}
      </span>
      {children}
    </button>
  );
}

type InlineEditorProps = {
  product: NumberedProduct;
  field: InlineField;
  label: string;
  /** `restoreFocus`: it was closed by a key. */
  onClose: (restoreFocus: boolean) => void;
};

type Change = Partial<Record<InlineField, number>>;

/**
 * An input in a list's cell: Enter saves, Escape cancels, leaving it saves a change. The save is based on the version that
 * was shown, as in the product's form.
 */
function InlineEditor({ product, field, label, onClose }: InlineEditorProps) {
  // A change elsewhere refetches the list while the user types.
  const [opened] = useState(product);
  const [text, setText] = useState(() => textOf(opened, field));
  const [error, setError] = useState<string>();
  const isDone = useRef(false);
  const byKey = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const { save, saving, conflict } = useSaving(opened, {
    field,
    onClose: close,
    onError: setError,
  });

  function close() {
    isDone.current = true;
    onClose(byKey.current);
  }
  function submit() {
    if (isDone.current || saving || conflict) return;
    const value = parseTypedNumber(text);
    const problem = /\d/.test(text) ? problemOf(field, value) : "Digite um número.";
    setError(problem);
    if (problem) return;
    if (value === opened[field]) close();
    else void save({ [field]: value });
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    byKey.current = true;
    if (event.key === "Enter") submit();
    else close();
  }
  return (
    <>
      {field === "price" && <span className="mr-1 self-center text-muted">R$</span>}
      <input
        ref={input}
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
        onBlur={submit}
        className={classNames(
          "h-9 w-22 rounded-sm border bg-background px-1.5 text-end tabular-nums @max-[44rem]/table-frame:h-8 @max-[44rem]/table-frame:w-20 @max-[44rem]/table-frame:-outline-offset-1",
          error ? "border-2 border-danger-ink" : "border-field",
          saving && "opacity-55",
        )}
      />
      {error && (
        <span role="alert" className="block text-sm text-danger-ink">
          {error}
        </span>
      )}
      <ConflictDialog table="products" conflict={conflict} />
    </>
  );
}

type Saving = {
  field: InlineField;
  onClose: () => void;
  onError: (message: string | undefined) => void;
};

function useSaving(product: NumberedProduct, { field, onClose, onError }: Saving) {
  const refetch = useRefetch();
  return useConflictHandling<NumberedProduct, Change>({
    send: (mine, current = product) =>
      saveOnVersion<NumberedProduct, Change>({
        mine,
        base: { version: current.version, values: current },
        conflictScope: "edited",
        valuesOf: (row) => row,
        patch: (change) => callApi("PATCH", `${productKind.path}/${product.id}`, change),
      }),
    async onSaved() {
      toast({ title: productKind.updated });
      await refetch();
      onClose();
    },
    onRejected(problem) {
      onError(fieldErrors(problem)[field]);
      showProblem(productKind.updateFailed, problem);
    },
    async onTakeStored() {
      await refetch();
      onClose();
    },
  });
}

function textOf(product: NumberedProduct, field: InlineField): string {
  return field === "price" ? formatTypedAmount(product.price ?? 0) : formatQuantity(product.stock);
}

/** The spec's messages. A stock may already be below zero, but is not typed so. */
function problemOf(field: InlineField, value: number): string | undefined {
  if (field === "price") return value < 0 ? "Preço deve ser maior que 0" : undefined;
  return value >= 0 && Math.round(value * 1000) / 1000 === value
    ? undefined
    : "Estoque deve ser maior ou igual a 0";
}

/** What marking each product as sold out here took from its stock, to return it. */
const taken = new Map<string, number>();

/** Marks a product as sold out with one press; the next press returns what was taken from its stock. */
export function SoldOutToggle({ product }: { product: Product }) {
  const refetch = useRefetch();
  const isSoldOut = product.stock <= 0;
  const toggle = useCallback(async () => {
    if (isSoldOut && !taken.has(product.id)) {
      toast({ title: "Digite o estoque", description: product.title, variant: "info" });
      document.querySelector<HTMLElement>(`[data-stock-of="${product.id}"] [data-inline]`)?.click();
      return;
    }
    await setSoldOut(product, !isSoldOut);
    await refetch();
  }, [product, isSoldOut, refetch]);
  return (
    <RowAction
      label={`Esgotado: ${product.title}`}
      icon="icon-[lucide--package-x]"
      pressed={isSoldOut}
      onAct={toggle}
    />
  );
}

/**
 * A sale between two presses, or at the moment of one, stays subtracted: the quantity that a press really took returns, and
 * not the stock that the list showed.
 */
async function setSoldOut(product: Product, soldOut: boolean): Promise<void> {
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
  toast({ title: productKind.updated });
}
