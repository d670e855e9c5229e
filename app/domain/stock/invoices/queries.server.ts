import { eq, sql } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import { supplierCodes, supplierInvoices } from "#app/domain/stock/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { factorOfUnit } from "./plan.ts";
import type { Invoice, InvoiceItem, InvoicePreview } from "./schema.ts";

/** Finds the time when an invoice was received; undefined when it was not, or all of it was undone. */
export async function findReceived(database: Database, key: string): Promise<Date | undefined> {
  const [row] = await database
    .select({ received_at: supplierInvoices.received_at })
    .from(supplierInvoices)
    .where(eq(supplierInvoices.access_key, key));
  return row?.received_at;
}

type Match = NonNullable<InvoicePreview["items"][number]["match"]>;
/** A sale unit that has a barcode. */
type CodedUnit = {
  product_id: string;
  title: string;
  main_unit: SaleUnit;
  contains: number;
  ean: string;
};
type SupplierCode = Omit<Match, "by" | "readings"> & { code: string; purchase_unit: string };

/**
 * The items with the products that they are: by `cEANTrib` or `cEAN` among the barcodes of sale options, or by the supplier's code and unit
 * (`supplier_codes`), which each saved invoice teaches. A factor of the supplier's code wins over that of the barcode of the same product.
 */
export async function matchInvoice(database: Database, invoice: Invoice): Promise<InvoicePreview> {
  const units = await listCodedUnits(database, invoice.items);
  const codes = await listSupplierCodes(database, invoice.supplier.document);
  return {
    ...invoice,
    items: invoice.items.map((item) => ({
      ...item,
      match: matchItem(item, units, codes),
      suggested_factor: factorOfUnit(item.unit),
    })),
  };
}

function matchItem(
  item: InvoiceItem,
  units: ReadonlyMap<string, CodedUnit>,
  codes: readonly SupplierCode[],
): Match | null {
  const supplierCode = codes.find(
    ({ code, purchase_unit }) => code === item.code && purchase_unit === item.unit,
  );
  const byEan = matchEan(item, units);
  // The seller may have corrected the factor of a product that its barcode names.
  if (supplierCode && (!byEan || byEan.product_id === supplierCode.product_id)) {
    const { code, purchase_unit, ...match } = supplierCode;
    return { ...match, readings: [match.factor], by: "code" };
  }
  return byEan ?? null;
}

/** The product whose code the item has, and what code, taxed quantity and unit say about the factor. */
function matchEan(item: InvoiceItem, units: ReadonlyMap<string, CodedUnit>): Match | undefined {
  const taxedUnit = units.get(paddedEan(item.taxed_ean));
  const soldUnit = units.get(paddedEan(item.ean));
  const unit = taxedUnit ?? soldUnit;
  if (!unit) return undefined;
  const { product_id, title, main_unit } = unit;
  const readings = readFactors(item, {
    sold: soldUnit?.product_id === product_id ? soldUnit.contains : undefined,
    taxed: taxedUnit?.contains,
  });
  return { product_id, title, unit: main_unit, factor: readings[0] ?? 1, readings, by: "ean" };
}

/**
 * The factors that the item can mean, the most likely one first. Many issuers write the same code for both units: then it is that of
 * one of them only, and the taxed quantity may count pieces or kilos.
 */
function readFactors(
  { unit, quantity, taxed_quantity }: InvoiceItem,
  contents: { sold: number | undefined; taxed: number | undefined },
): number[] {
  const ofUnit = factorOfUnit(unit);
  const ofTaxed =
    contents.taxed === undefined ? undefined : (contents.taxed * taxed_quantity) / quantity;
  const read = [contents.sold, ofTaxed, ofUnit > 1 ? ofUnit : undefined];
  const factors = read.flatMap((factor) =>
    factor === undefined ? [] : [Math.max(Math.round(factor * 1000), 1) / 1000],
  );
  return [...new Set(factors)];
}

/** Codes of 8, 12 and 13 digits are those of 14 with zeros before them. */
function paddedEan(ean: string | null): string {
  return ean === null ? "" : ean.padStart(14, "0");
}

async function listCodedUnits(
  database: Database,
  items: readonly InvoiceItem[],
): Promise<Map<string, CodedUnit>> {
  const codes = items.flatMap(({ ean, taxed_ean }) => [paddedEan(ean), paddedEan(taxed_ean)]);
  const { rows } = await database.execute<CodedUnit>(sql`
    SELECT id AS product_id, title, sale_options -> 0 ->> 'unit' AS main_unit,
      (option ->> 'contains')::integer AS contains, lpad(option ->> 'ean', 14, '0') AS ean
    FROM products, jsonb_array_elements(sale_options) AS option
    WHERE option ? 'ean' AND lpad(option ->> 'ean', 14, '0') = ANY (${sql.param(codes)}::text[])
    ORDER BY visible, position DESC, id`);
  return new Map(rows.map((row) => [row.ean, row]));
}

function listSupplierCodes(database: Database, supplier: string): Promise<SupplierCode[]> {
  return database
    .select({
      product_id: supplierCodes.product_id,
      title: products.title,
      unit: sql<SaleUnit>`${products.sale_options} -> 0 ->> 'unit'`,
      factor: supplierCodes.factor,
      code: supplierCodes.code,
      purchase_unit: supplierCodes.purchase_unit,
    })
    .from(supplierCodes)
    .innerJoin(products, eq(products.id, supplierCodes.product_id))
    .where(eq(supplierCodes.supplier_document, supplier));
}
