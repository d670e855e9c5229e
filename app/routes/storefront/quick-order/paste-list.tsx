import { type ChangeEvent, type ReactNode, useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { roundUpQuantity } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import {
  findListError,
  isRowAvailable,
  listSaleRows,
  type PastedLine,
  type SaleRow,
} from "#app/domain/orders/cart/pasted-list.ts";
import {
  type CartItems,
  isUnusualQuantity,
  quantityOf,
  type SellableProduct,
  setLine,
  toCartProduct,
} from "#app/domain/orders/cart/rules.ts";
import { readDraft, saveDraft } from "#app/routes/storefront/purchase/checkout-form-state.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { addQuantities, formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import { Price } from "#app/ui/price.tsx";
import { useCart, useCartActions } from "../purchase/cart-store.ts";

type Row = SaleRow<SellableProduct>;
type Line = PastedLine<SellableProduct>;
/** `key` is the line's place, since a list may contain equal lines. */
type ReadLine = { key: string; line: Line; filled: { row: Row; quantity: number } | undefined };

type PasteListDialogProps = { open: boolean; onClose: () => void };

/** A shopping list as text, what each line means, and what is filled in. Lines that are not clear stay in the text. */
export function PasteListDialog({ open, onClose }: PasteListDialogProps) {
  const [text, setText] = useState("");
  /** Keys of the chosen rows, by the text of the line. */
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const error = findListError(text);
  const { found, notice } = useListReading(error ? "" : text);
  const lines = error ? [] : readLines(found, choices);
  const { replaceItems } = useCartActions();
  const filled = lines.flatMap((line) => line.filled ?? []);
  const remaining = lines.filter((line) => !line.filled).map(({ line }) => line.text);
  const unknown = lines.filter(({ line }) => line.kind === "none").map(({ line }) => line.text);
  const sendAsNote = () => {
    const draft = readDraft();
    const note = [draft.note, ...unknown].filter(Boolean).join("\n").slice(0, maxNoteLength);
    saveDraft({ ...draft, note });
    setText(
      lines
        .filter(({ line }) => line.kind !== "none")
        .map(({ line }) => line.text)
        .join("\n"),
    );
    toast({ title: "Vai na observação do pedido", description: "Você a vê ao finalizar." });
  };
  const fill = () => {
    replaceItems((items) => fillLines(items, filled));
    setText(remaining.join("\n"));
    const title = `${countLines(filled.length)} no carrinho`;
    if (remaining.length === 0) onClose();
    toast({
      id: "cart",
      title,
      ...(remaining.length > 0 && {
        variant: "info",
        description: `${countLines(remaining.length)} ficaram na lista: corrija ou apague.`,
      }),
    });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Colar lista"
      wide
      fullHeight
      footer={
        <Button size="lg" className="w-full" disabled={filled.length === 0} onClick={fill}>
          {filled.length === 0 ? "Preencher" : `Preencher ${countLines(filled.length)}`}
        </Button>
      }
    >
      <div className="flex flex-col gap-5 p-5 md:p-8">
        <TextAreaField
          label="Sua lista"
          hint="Um produto por linha, com a quantidade: “10 polpa maracujá”, “acerola 2 cx”, “7,5 kg de tilápia”."
          {...(error && { error })}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status" className="text-muted empty:hidden">
          {notice}
        </p>
        {lines.length > 0 && (
          <ol aria-label="Linhas da lista" className="divide-y divide-line border-y border-line">
            {lines.map((read) => (
              <ListLine
                key={read.key}
                read={read}
                choice={choices[read.line.text] ?? ""}
                onChoose={(key) => setChoices({ ...choices, [read.line.text]: key })}
              />
            ))}
          </ol>
        )}
        {unknown.length > 0 && (
          <Button variant="outline" className="self-start" onClick={sendAsNote}>
            Mandar {countLines(unknown.length)} à loja como observação
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function readLines(lines: readonly Line[], choices: Readonly<Record<string, string>>): ReadLine[] {
  return lines.map((line, index) => {
    const key = String(index);
    const row = chosenRow(line, choices[line.text]);
    if (!row || line.kind === "none") return { key, line, filled: undefined };
    return { key, line, filled: { row, quantity: roundUpQuantity(row.option, line.quantity) } };
  });
}

function chosenRow(line: Line, choice: string | undefined): Row | undefined {
  if (line.kind === "none") return undefined;
  const chosen = line.rows.find((row) => rowKey(row) === choice);
  return chosen ?? (line.kind === "one" ? line.row : undefined);
}

function rowKey({ product, option }: Row): string {
  return `${product.id} ${option.unit}`;
}

/** Sets the quantity of each row: filling in the same list twice changes nothing. Equal rows of the list are added up. */
function fillLines(items: CartItems, filled: readonly { row: Row; quantity: number }[]): CartItems {
  const quantities = new Map<string, number>();
  return filled.reduce((lines, { row, quantity }) => {
    const total = addQuantities(quantities.get(rowKey(row)) ?? 0, quantity);
    quantities.set(rowKey(row), total);
    return setLine(lines, toCartProduct(row.product, row.option), total);
  }, items);
}

function countLines(count: number): string {
  return count === 1 ? "1 linha" : `${count} linhas`;
}

type ListLineProps = { read: ReadLine; choice: string; onChoose: (key: string) => void };

function ListLine({ read: { line, filled }, choice, onChoose }: ListLineProps) {
  const isOpen = line.kind === "several";
  const select = line.kind !== "none" && {
    value: filled ? rowKey(filled.row) : choice,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.currentTarget.value),
    children: (
      <>
        {isOpen && <option value="">Escolha um de {line.rows.length}</option>}
        {line.rows.map((row) => (
          <option key={rowKey(row)} value={rowKey(row)} disabled={!isRowAvailable(row)}>
            {row.product.title}, {quoteOption(row.product, row.option, 1).label}
            {!isRowAvailable(row) && " (esgotado)"}
          </option>
        ))}
      </>
    ),
  };
  return (
    <li className="grid gap-1 py-2.5">
      {select && isOpen ? (
        <SelectField label={`Qual produto é “${line.text}”?`} {...select} />
      ) : (
        <p className="wrap-anywhere text-muted">{line.text}</p>
      )}
      {line.kind === "none" && (
        <p className="flex items-start gap-1.5 font-medium text-danger-ink">
          <span className="mt-1 icon-[lucide--circle-alert] size-4 shrink-0" aria-hidden />
          {line.reason}
        </p>
      )}
      {filled && line.kind !== "none" && (
        <FilledLine {...filled} typed={line.quantity}>
          {select && !isOpen && line.rows.length > 1 && (
            <label className="relative inline-flex min-h-11 items-center gap-1 rounded-sm font-semibold text-primary-ink focus-within:underline hover:underline has-focus-visible:outline-3 has-focus-visible:outline-offset-2">
              Trocar
              <span className="icon-[lucide--chevron-down] size-5" aria-hidden />
              <select {...select} className="absolute inset-0 cursor-pointer opacity-0" />
            </label>
          )}
        </FilledLine>
      )}
    </li>
  );
}

type FilledLineProps = { row: Row; quantity: number; typed: number; children: ReactNode };

/** The product and quantity that a line fills in; `children` change them. */
function FilledLine({ row, quantity, typed, children }: FilledLineProps) {
  const { product, option } = row;
  const { label, total } = quoteOption(product, option, quantity);
  const { items } = useCart();
  const current = quantityOf(items, product.id, option.unit);
  const notes = [
    quantity !== typed && `ajustado de ${formatQuantity(typed)} para ${formatQuantity(quantity)}`,
    current > 0 && current !== quantity && `no lugar de ${formatQuantity(current)} no carrinho`,
    isUnusualQuantity(quantity, current, Math.floor(product.stock / option.contains)) &&
      "confira a quantidade, que é grande",
  ].filter(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <span className="font-semibold">
        {formatQuantity(quantity)} × {product.title}, {label}
      </span>
      <span className="flex min-h-11 grow flex-row-reverse items-center justify-end gap-x-6 sm:flex-row">
        {children}
        <Price cents={total} />
      </span>
      {notes.length > 0 && (
        <span className="basis-full font-medium text-accent-ink">{notes.join("; ")}</span>
      )}
    </div>
  );
}

const typingDelayMs = 300;
const retryDelayMs = 5000;

type Reading = {
  lines: { text: string; quantity: number; kind: Line["kind"]; reason: string; rows: RowRef[] }[];
  products: Product[];
};
type RowRef = { product_id: string; unit: SaleUnit };

/** Fetches the server's reading of the list; without connection it is read when the connection is back. */
function useListReading(text: string) {
  const [read, setRead] = useState<{ text: string; lines: Line[] }>({ text: "", lines: [] });
  const [failure, setFailure] = useState<{ text: string; message: string; count: number }>();
  const isRead = read.text === text;
  const failures = failure?.text === text ? failure.count : 0;
  useEffect(() => {
    if (isRead) return;
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        const result = text.trim() === "" ? [] : await fetchLines(text, controller.signal);
        if (controller.signal.aborted) return;
        if (typeof result !== "string") setRead({ text, lines: result });
        else setFailure({ text, message: result, count: failures + 1 });
      },
      failures > 0 ? retryDelayMs : typingDelayMs,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, isRead, failures]);
  const notice = failures > 0 ? failure?.message : "Conferindo a lista…";
  return { found: read.lines, notice: isRead ? undefined : notice };
}

/** The lines, or why there are none. */
async function fetchLines(text: string, signal: AbortSignal): Promise<Line[] | string> {
  try {
    const response = await fetch("/api/pasted-list", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
      signal,
    });
    if (response.status === 429) return "Muitas listas em pouco tempo. Tentando de novo…";
    if (!response.ok) throw new Error(`status ${response.status}`);
    return toLines((await response.json()) as Reading);
  } catch {
    return "Sem conexão com a loja: a lista fica aqui e é conferida quando a conexão voltar.";
  }
}

function toLines({ lines, products }: Reading): Line[] {
  const rows = new Map(
    listSaleRows(products).map((row) => [`${row.product.id} ${row.option.unit}`, row]),
  );
  return lines.map(({ text, kind, quantity, reason, rows: refs = [] }): Line => {
    const found = refs.flatMap(({ product_id, unit }) => rows.get(`${product_id} ${unit}`) ?? []);
    const [row] = found;
    if (kind === "one" && row) return { text, kind, quantity, row, rows: found };
    if (kind === "several") return { text, kind, quantity, rows: found };
    return { text, kind: "none", reason };
  });
}
