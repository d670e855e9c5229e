import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";
import { fieldLabel } from "#app/shared/labels.ts";
import { type FieldChange, showValue } from "./row-comparison.ts";
import "./audit-dialog.css";

type FieldTableProps = {
  table: string;
  fields: readonly FieldChange[];
  headings?: readonly [before: string, after: string];
};

/** Two values of each field side by side, stacked in narrow windows. */
export function FieldTable({ table, fields, headings = ["Antes", "Depois"] }: FieldTableProps) {
  const [one, other] = headings;
  return (
    <table className="audit-comparison">
      <caption className="sr-only">
        {one} e {other.toLowerCase()}
      </caption>
      <thead>
        <tr>
          <th scope="col">Campo</th>
          <th scope="col">{one}</th>
          <th scope="col">{other}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, before, after, changed }) => (
          <tr key={path} data-changed={changed || undefined}>
            <th scope="row">
              {fieldLabel(table, path)}
              {changed && (
                <StatusBadge tone="warning" className="ml-2">
                  Mudou
                </StatusBadge>
              )}
            </th>
            <td data-label={one}>
              <Value>{showValue(table, before, path)}</Value>
            </td>
            <td data-label={other}>
              <Value>{showValue(table, after, path)}</Value>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const maxExpandedLength = 600;

/** A long text is collapsed. */
function Value({ children }: { children: string }) {
  if (children.length <= maxExpandedLength)
    return <span className="whitespace-pre-wrap">{children}</span>;
  return (
    <details>
      <summary className="min-h-11 content-center">{children.slice(0, 120)}…</summary>
      <span className="whitespace-pre-wrap">{children}</span>
    </details>
  );
}
