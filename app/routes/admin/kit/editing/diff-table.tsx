import type { FieldChange } from "#app/domain/kernel/editing/differences.ts";
import { type DueFrom, dueStartLabels } from "#app/domain/payments/methods.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/kit/dates.ts";
import {
  formatDocument,
  formatPhone,
  formatPostalCode,
} from "#app/routes/admin/kit/orders/order-labels.tsx";
import type { AuditOperation } from "#app/shared/changes.ts";
import { fieldLabel, tintLabels } from "#app/shared/labels.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import { Picture } from "#app/ui/picture.tsx";

const moneyFields = new Set([
  "price",
  "total",
  "valor_total",
  "delivery_fee",
  "minimum_order",
  "free_delivery_minimum",
]);

const stageLabels: Record<string, string> = {
  demo: "Demonstração",
  preparing: "Em preparação",
  open: "Aberta",
};

const textFormats: Record<string, (text: string) => string> = {
  cnpj: formatDocument,
  document: formatDocument,
  phone: formatPhone,
  zipCode: formatPostalCode,
  stage: (stage) => stageLabels[stage] ?? stage,
  due_from: (start) => dueStartLabels[start as DueFrom] ?? start,
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

/** The fields that identify an entry come first. */
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

/** Returns whether a value is the address of a picture. */
export function isPicture(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^(?:\/media\/|https?:\/\/.+\.(?:avif|gif|jpe?g|png|webp)$)/i.test(value)
  );
}

type DiffTableProps = {
  table: string;
  fields: readonly FieldChange[];
  /** The operation; a creation or deletion shows only one value. */
  operation?: AuditOperation;
  headings?: readonly [before: string, after: string];
  /** Marks the changed fields among others. */
  marksChanges?: boolean;
};

/** Two values of each field side by side, or the only value of a creation or deletion. */
export function DiffTable(props: DiffTableProps) {
  const { table, fields, operation = "UPDATE", headings = ["Antes", "Depois"] } = props;
  const [one, other] = headings;
  return (
    <table className="diff-table" data-single={operation !== "UPDATE" || undefined}>
      <caption className="sr-only">
        {one} e {other.toLowerCase()}
      </caption>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          {operation !== "INSERT" && <th scope="col">{one}</th>}
          {operation !== "DELETE" && <th scope="col">{other}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, before, after, changed }) => {
          const isChange = operation === "UPDATE" && changed;
          const [old, current] = [showValue(table, before, path), showValue(table, after, path)];
          const isLong = Math.max(old.length, current.length) > maxSideBySideLength;
          return (
            <tr key={path} data-changed={isChange || undefined} data-long={isLong || undefined}>
              <th scope="row">
                {fieldLabel(table, path)}
                {isChange && (
                  <StatusBadge tone="warning" className={props.marksChanges ? "ml-2" : "sr-only"}>
                    Mudou
                  </StatusBadge>
                )}
              </th>
              {operation !== "INSERT" && (
                <td data-label={one}>
                  <Value>{old}</Value>
                </td>
              )}
              {operation !== "DELETE" && (
                <td data-label={other}>
                  <Value>{current}</Value>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** In narrow windows longer values are stacked. */
const maxSideBySideLength = 40;
const maxExpandedLength = 600;

/** A long text is collapsed. */
function Value({ children }: { children: string }) {
  const lines = children.split("\n");
  if (lines.every(isPicture)) return <Pictures addresses={lines} />;
  if (children.length <= maxExpandedLength)
    return <span className="whitespace-pre-wrap">{children}</span>;
  return (
    <details>
      <summary className="min-h-11 content-center">{children.slice(0, 120)}…</summary>
      <span className="whitespace-pre-wrap">{children}</span>
    </details>
  );
}

function Pictures({ addresses }: { addresses: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-2">
      {[...new Set(addresses)].map((address) => (
        <span key={address} title={address} className="w-16 overflow-hidden rounded-sm">
          <Picture src={address} alt={address} width={64} height={64} sizes="64px" />
        </span>
      ))}
    </span>
  );
}

type DiffLinesProps = {
  label?: string;
  fields: readonly { label: string; before: string; after: string }[];
};

/** The same in one line per field, for lists of many rows. */
export function DiffLines({ label, fields }: DiffLinesProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 wrap-anywhere tabular-nums">
      {fields.map(({ label, before, after }) => (
        <li key={label}>
          {label}:{" "}
          <span className="inline-block">
            <del className="text-muted">{before || "vazio"}</del> → {after || "vazio"}
          </span>
        </li>
      ))}
    </ul>
  );
}
