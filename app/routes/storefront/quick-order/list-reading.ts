import { useEffect, useState } from "react";
import { listSaleRows, type PastedLine } from "#app/domain/cart/pasted-list.ts";
import type { SellableProduct } from "#app/domain/cart/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";

type Line = PastedLine<SellableProduct>;

const typingDelayMs = 300;
const retryDelayMs = 5000;

type Reading = {
  lines: { text: string; quantity: number; kind: Line["kind"]; reason: string; rows: RowRef[] }[];
  products: Product[];
};
type RowRef = { product_id: string; unit: SaleUnit };

/** What the server reads in the list; without connection it is read when the connection is back. */
export function useListReading(text: string) {
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
