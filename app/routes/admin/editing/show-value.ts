import { type OrderStatus, statusTable } from "#app/domain/orders/status.ts";
import {
  formatDocument,
  formatPhone,
  formatPostalCode,
} from "#app/routes/admin/orders/order-labels.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/ui/dates.ts";
import { fieldLabel, stageLabels, tintLabels } from "#app/shared/labels.ts";
import { formatMoney } from "#app/shared/money.ts";

const moneyFields = new Set([
  "price",
  "total",
  "valor_total",
  "delivery_fee",
  "minimum_order",
  "free_delivery_minimum",
]);

const textFormats: Record<string, (text: string) => string> = {
  cnpj: formatDocument,
  document: formatDocument,
  phone: formatPhone,
  zipCode: formatPostalCode,
  stage: (stage) => stageLabels[stage] ?? stage,
  tint: (tint) => tintLabels[tint] ?? tint,
};

const nothing = "–";

/** A value of a column of `table` as text; lists have one entry per line. `path` is its place in the row. */
export function showValue(table: string, value: unknown, path = ""): string {
  if (value === undefined || value === null || value === "") return nothing;
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (Array.isArray(value))
    return value.map((entry) => showEntry(table, entry)).join("\n") || nothing;
  if (typeof value === "number") return showNumber(value, path.split(".").at(-1) ?? "");
  const text = String(value);
  if (table === "orders" && path === "status")
    return statusTable[text as OrderStatus]?.label ?? text;
  const format = textFormats[path.split(".").at(-1) ?? ""];
  if (format) return format(text);
  return isInstant(text) ? formatDateTimeSeconds(text) : text;
}

function showNumber(value: number, field: string): string {
  return moneyFields.has(field) ? formatMoney(value) : value.toLocaleString("pt-BR");
}

/** The database's format of timestamps in the log. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
}

/** What an entry is comes first. */
const firstKeys = ["product_name", "unit", "from", "quantity", "contains", "price"];

function rankKey(key: string): number {
  const rank = firstKeys.indexOf(key);
  // The others as the database stores them, the short ones first.
  return rank < 0 ? firstKeys.length + key.length : rank;
}

function showEntry(table: string, entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  // The name identifies the product.
  const fields = Object.entries(entry).filter(([key]) => key !== "product_id" && key !== "slug");
  return fields
    .sort(([one], [other]) => rankKey(one) - rankKey(other) || one.localeCompare(other))
    .map(([key, part]) => [fieldLabel(table, key), showPart(table, part, key)])
    .filter(([, text]) => text !== nothing)
    .map((pair) => pair.join(": "))
    .join(" · ");
}

/** A list within an entry stays in the entry's line. */
function showPart(table: string, part: unknown, key: string): string {
  if (!Array.isArray(part)) return showValue(table, part, key);
  return part.map((entry) => `(${showEntry(table, entry)})`).join(" ") || nothing;
}

/** Whether a value is the address of a picture. */
export function isPicture(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^(?:\/media\/|https?:\/\/.+\.(?:avif|gif|jpe?g|png|webp)$)/i.test(value)
  );
}
