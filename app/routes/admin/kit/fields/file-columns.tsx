import { useState } from "react";
import type { FileColumn } from "#app/domain/kernel/editing/schema.ts";
import { SelectField } from "#app/ui/field.tsx";
import { Alert } from "../states.tsx";

type FileColumnsProps = {
  columns: readonly FileColumn[];
  /** The reason for which a person has to choose. */
  unclear?: string | undefined;
  /** The headings of what a column may be. */
  choices: readonly string[];
  disabled: boolean;
  onChoose: (at: number, column: string) => void;
};

/** The meaning of each column of the file; open while a person has to choose. */
export function FileColumns(props: FileColumnsProps) {
  const { columns, unclear, choices, disabled, onChoose } = props;
  const [isOpen, setOpen] = useState(unclear !== undefined);
  const ignored = columns.filter(({ heading, column }) => heading.trim() && !column);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-md border border-line px-4 py-3"
    >
      <summary className="cursor-pointer font-semibold">Colunas da planilha</summary>
      {unclear && (
        <div className="mt-3">
          <Alert>{unclear}</Alert>
        </div>
      )}
      <ul className="mt-3 grid gap-3 md:grid-cols-2">
        {columns.map(({ heading, column, example }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file do not move
          <li key={at}>
            <SelectField
              label={heading.trim() || `Coluna ${at + 1}`}
              hint={example && `Por exemplo: ${example}`}
              value={column}
              disabled={disabled}
              onChange={({ currentTarget }) => onChoose(at, currentTarget.value)}
            >
              <option value="">Não importar</option>
              {choices.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </SelectField>
          </li>
        ))}
      </ul>
      {!isOpen && ignored.length > 0 && (
        <p className="mt-1 text-warning-ink">
          Não importadas: {ignored.map(({ heading }) => heading).join(", ")}.
        </p>
      )}
    </details>
  );
}
