import type { FieldChange } from "#app/domain/editing/differences.ts";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import type { AuditOperation } from "#app/shared/changes.ts";
import { fieldLabel } from "#app/shared/labels.ts";
import { Picture } from "#app/ui/picture.tsx";
import { isPicture, showValue } from "./show-value.ts";

type DiffTableProps = {
  table: string;
  fields: readonly FieldChange[];
  /** Of a creation or deletion only one value is shown. */
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
          {label}: <del className="text-muted">{before || "vazio"}</del> → {after || "vazio"}
        </li>
      ))}
    </ul>
  );
}
