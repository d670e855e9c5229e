import { eq, sql } from "drizzle-orm";
import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { type ReceivedLine, storeEntry } from "#app/domain/stock/commands.server.ts";
import type { EntryResult } from "#app/domain/stock/schema.ts";
import { supplierCodes, supplierInvoices } from "#app/domain/stock/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { type InvoiceLine, planInvoice } from "./plan.ts";
import { findReceived } from "./queries.server.ts";
import type { Invoice, InvoiceChoices } from "./schema.ts";

export type InvoiceOutcome =
  | { ok: true; row: EntryResult }
  | { ok: false; reason: "received"; at: Date }
  | { ok: false; reason: "invalid"; errors: FieldError[] };

/** Receives the chosen items of an invoice, once, and stores the supplier's codes; all or nothing. */
export function receiveInvoice(
  database: Database,
  now: Date,
  author: Author,
  invoice: Invoice,
  choices: InvoiceChoices,
): Promise<InvoiceOutcome> {
  const plan = planInvoice(invoice, choices);
  if (!plan.ok) return Promise.resolve({ ...plan, reason: "invalid" });
  return runAsUser(database, author, async (tx) => {
    const { access_key, number, issued_on, supplier } = invoice;
    // Waits for another one that is being received.
    const inserted = await tx
      .insert(supplierInvoices)
      .values({ access_key, number, issued_on, supplier_document: supplier.document })
      .onConflictDoNothing()
      .returning({ access_key: supplierInvoices.access_key });
    if (inserted.length === 0) {
      const at = await findReceived(tx, access_key);
      return { ok: false, reason: "received", at: at ?? now };
    }
    const lines = plan.lines.map(toReceivedLine);
    const entry = { reason: "entrada" as const, supplier: supplier.name, invoice: access_key };
    const stored = await storeEntry(tx, now, { ...entry, lines });
    if (!stored.ok) {
      await tx.delete(supplierInvoices).where(eq(supplierInvoices.access_key, access_key));
      return { ...stored, errors: stored.errors.map((error) => toItemError(plan.lines, error)) };
    }
    await storeCodes(tx, invoice, choices);
    return stored;
  });
}

function toReceivedLine({ position, note, ...line }: InvoiceLine): ReceivedLine {
  return { ...line, note: note || null };
}

/** 'lines.2.quantity' → 'items.1.quantity', with the number of the item in the message. */
function toItemError(lines: readonly InvoiceLine[], { field, message }: FieldError): FieldError {
  const [, index, name] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
  const position = lines[Number(index)]?.position ?? 0;
  return { field: `items.${position}.${name}`, message: `Item ${position}: ${message}` };
}

async function storeCodes(
  tx: Database,
  { supplier, items }: Invoice,
  choices: InvoiceChoices,
): Promise<void> {
  const choiceOf = new Map(choices.map((choice) => [choice.position, choice]));
  const codes = new Map<string, typeof supplierCodes.$inferInsert>();
  for (const { position, code, unit } of items) {
    const choice = choiceOf.get(position);
    if (!choice) continue;
    const { product_id, factor } = choice;
    const supplier_document = supplier.document;
    codes.set(JSON.stringify([code, unit]), {
      supplier_document,
      code,
      purchase_unit: unit,
      product_id,
      factor,
    });
  }
  await tx
    .insert(supplierCodes)
    .values([...codes.values()])
    .onConflictDoUpdate({
      target: [supplierCodes.supplier_document, supplierCodes.code, supplierCodes.purchase_unit],
      set: { product_id: sql`excluded.product_id`, factor: sql`excluded.factor` },
    });
}
