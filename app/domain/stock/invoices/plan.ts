import { toCost } from "#app/domain/catalogue/prices/costs.ts";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { formatDay } from "#app/shared/days.ts";
import { spreadAmount } from "#app/shared/spread.ts";
import { toThousandths } from "#app/shared/units.ts";
import type { Invoice, InvoiceChoices, InvoiceItem } from "./schema.ts";

/** Quantities of an invoice have four decimals, factors and stocks three. */
const tenThousandths = (quantity: number) => BigInt(Math.round(quantity * 10_000));
const thousandths = (quantity: number) => BigInt(Math.round(quantity * 1000));

/** The quantity in main units; undefined when it has more than three decimals. */
export function convertQuantity(quantity: number, factor: number): number | undefined {
  const product = tenThousandths(quantity) * thousandths(factor);
  return product % 10_000n === 0n ? Number(product / 10_000n) / 1000 : undefined;
}

/**
 * The factor of each unit in which the lots of an item may be counted: that of the invoice, that of its taxes, or main units. Undefined
 * when their sum is none of these quantities.
 */
function lotFactor(item: InvoiceItem, factor: number, received: number): number | undefined {
  const sum = item.lots.reduce((total, { quantity }) => total + tenThousandths(quantity), 0n);
  if (sum === tenThousandths(item.quantity)) return factor;
  if (sum === tenThousandths(received)) return 1;
  if (sum === tenThousandths(item.taxed_quantity)) {
    return (factor * item.quantity) / item.taxed_quantity;
  }
  return undefined;
}

type Part = { lot: string | null; expires_on: string | null; quantity: number; note: string };

/**
 * The parts of an item by its lots (`rastro`), which count in the unit of the invoice, of its taxes or in main units, whichever adds up.
 * An item whose lots do not add up is of one lot, if it names only one, or of none.
 */
export function splitLots(item: InvoiceItem, factor: number): Part[] | undefined {
  const received = convertQuantity(item.quantity, factor);
  if (received === undefined) return undefined;
  const [first, second] = item.lots;
  const whole: Part = { lot: null, expires_on: null, quantity: received, note: "" };
  if (!first) return [whole];
  if (!second) return [{ ...toPart(first), quantity: received }];
  const ofLots = lotFactor(item, factor, received);
  const parts = item.lots.map((lot) => ({
    ...toPart(lot),
    quantity:
      ofLots === undefined
        ? undefined
        : convertQuantity(lot.quantity, Math.round(ofLots * 1000) / 1000),
  }));
  const sum = parts.reduce((total, { quantity }) => total + thousandths(quantity ?? 0), 0n);
  if (sum !== thousandths(received)) return [whole];
  return parts.map((part) => ({ ...part, quantity: part.quantity ?? 0 }));
}

function toPart({ lot, expires_on, made_on }: InvoiceItem["lots"][number]) {
  return { lot, expires_on, note: made_on ? `Fabricado em ${formatDay(made_on)}` : "" };
}

/** A line of the entry, and the item that it is of. */
export type InvoiceLine = Part & { position: number; product_id: string; totalCost: number };

/** The lines of an entry, or what is wrong with the choices. */
export function planInvoice(
  invoice: Pick<Invoice, "items">,
  choices: InvoiceChoices,
): { ok: true; lines: InvoiceLine[] } | { ok: false; errors: FieldError[] } {
  const items = new Map(invoice.items.map((item) => [item.position, item]));
  const errors: FieldError[] = [];
  const lines = choices.flatMap(({ position, product_id, factor }) => {
    const item = items.get(position);
    const parts = item && splitLots(item, factor);
    if (!item || !parts) {
      const message = item
        ? `Item ${position}: a quantidade convertida tem casas decimais demais.`
        : `A nota não tem o item ${position}.`;
      errors.push({ field: `items.${position}.factor`, message });
      return [];
    }
    const weights = parts.map(({ quantity }) => toThousandths(quantity));
    const costs = spreadAmount(toCost(item.cost), weights);
    return parts.map((part, index) => ({
      ...part,
      position,
      product_id,
      totalCost: costs[index] ?? 0,
    }));
  });
  return errors.length > 0 ? { ok: false, errors } : { ok: true, lines };
}

/** 'CX12' and 'FD 6' say how many they contain. */
export function factorOfUnit(unit: string): number {
  const [, digits = ""] = /^[A-Z]+[ \-/]?(\d{1,4})$/i.exec(unit) ?? [];
  return Number(digits) || 1;
}
