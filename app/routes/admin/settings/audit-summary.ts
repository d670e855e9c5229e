import type { AuditEntry, AuditLog } from "#app/domain/audit/schema.ts";
import { fieldLabel } from "#app/shared/labels.ts";
import { bookkeeping, compareFields, type FieldChange, showValue } from "./row-comparison.ts";

/** A log entry with what changed in a few characters: the rows themselves may be large. */
export type AuditSummary = AuditEntry & {
  /** Name of the changed row: 'Polpa de manga', 'Pedido nº 1003'. Empty for the settings. */
  name: string;
  /** The first changes: 'Estoque 338 → 337'. */
  changes: string[];
  /** The number of further changes. */
  hidden: number;
};

const shownChanges = 3;
const maxValueLength = 40;

export function summarizeLog({ old_data, new_data, ...entry }: AuditLog): AuditSummary {
  const changes =
    entry.operation === "UPDATE"
      ? compareFields(old_data, new_data).filter(
          ({ path, changed }) => changed && !bookkeeping.includes(path),
        )
      : [];
  const shown = changes.slice(0, shownChanges);
  return {
    ...entry,
    name: nameOf(new_data ?? old_data ?? {}),
    changes: shown.map((change) => describeChange(entry.table_name, change)),
    hidden: changes.length - shown.length,
  };
}

function nameOf(row: Record<string, unknown>): string {
  if (row.numero_pedido !== undefined) return `Pedido nº ${row.numero_pedido}`;
  return String(row.title ?? row.name ?? "");
}

/** Long texts, lists and pictures are only named; the dialog shows them. */
function describeChange(table: string, { path, before, after }: FieldChange): string {
  const label = fieldLabel(table, path);
  if (Array.isArray(before) || Array.isArray(after)) return `${label}: nova lista`;
  if (isPicture(before) || isPicture(after))
    return `${label}: ${after ? "nova imagem" : "sem imagem"}`;
  const values = [before, after].map((value) => showValue(table, value, path));
  if (values.some((value) => value.length > maxValueLength)) return `${label}: novo texto`;
  return `${label} ${values.join(" → ")}`;
}

function isPicture(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^(?:\/media\/|https?:\/\/.+\.(?:avif|gif|jpe?g|png|webp)$)/i.test(value)
  );
}
