import { type DragEvent, useId, useState } from "react";
import { columnHeadings } from "#app/domain/catalogue/import/product-csv.ts";
import type { ImportRow } from "#app/domain/catalogue/import/product-import.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { DiffLines } from "#app/routes/admin/kit/editing/diff-table.tsx";
import { FileColumns } from "#app/routes/admin/kit/fields/file-columns.tsx";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { ProgressBar } from "#app/routes/admin/kit/progress-bar.tsx";
import { spreadsheetTypes } from "#app/routes/admin/kit/spreadsheet.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { formatMoney } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { countOf, type ImportResult, useImport } from "./use-product-import.ts";

type Status = ImportRow["status"];

const statuses = {
  new: { plural: "Novos", one: "Novo", tone: "info" },
  changed: { plural: "Mudam", one: "Muda", tone: "success" },
  unchanged: { plural: "Iguais", one: "Igual", tone: "neutral" },
  rejected: { plural: "Recusados", one: "Recusado", tone: "danger" },
  skipped: { plural: "Pulados", one: "Pulado", tone: "warning" },
} as const satisfies Record<Status, object>;
const importStatuses = Object.keys(statuses) as Status[];

/** Checks a product file, shows what each row would change, and imports it. */
export function ProductImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { file, result, progress, problem, imported, check, choose, save } = useImport();
  const accepted = countOf(result, "new") + countOf(result, "changed");
  const canImport = accepted > 0 && !imported;
  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title="Importar produtos"
      wide
      cancelLabel={imported ? "Fechar" : "Cancelar"}
      action={
        canImport && (
          <Button onClick={save} pending={progress !== undefined}>
            Importar {formatProductCount(accepted)}
          </Button>
        )
      }
    >
      <FileDrop file={file} disabled={progress !== undefined} onFile={check} />
      {progress && (
        <ProgressBar
          {...progress}
          label={progress.phase === "check" ? "Conferindo o arquivo" : "Gravando os produtos"}
        />
      )}
      {problem && <Alert>{problem}</Alert>}
      {result && !imported && (
        <FileColumns
          key={file?.name}
          {...result}
          choices={columnHeadings}
          disabled={progress !== undefined}
          onChoose={choose}
        />
      )}
      {result && !result.unclear && <ResultTable result={result} imported={imported} />}
    </ActionDialog>
  );
}

type FileDropProps = { file: File | undefined; disabled: boolean; onFile: (file: File) => void };

function FileDrop({ file, disabled, onFile }: FileDropProps) {
  const [dragging, setDragging] = useState(false);
  const hintId = useId();
  const take = (files: FileList | null) => {
    const [chosen] = files ?? [];
    if (chosen && !disabled) onFile(chosen);
  };
  return (
    <fieldset
      aria-label="Arquivo de produtos"
      className={classNames(
        "flex min-w-0 flex-wrap items-center gap-3 rounded-md border-2 border-dashed p-4",
        dragging ? "border-primary bg-tint" : "border-field",
      )}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setDragging(!disabled);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setDragging(false);
        take(event.dataTransfer.files);
      }}
    >
      <label className={classNames(buttonClasses({ variant: "outline" }), "cursor-pointer")}>
        <span className="icon-[lucide--file-up] size-5" aria-hidden />
        {file ? "Escolher outro arquivo" : "Escolher arquivo"}
        <input
          type="file"
          accept={spreadsheetTypes}
          aria-describedby={hintId}
          disabled={disabled}
          className="sr-only"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file can be chosen again after a correction.
            currentTarget.value = "";
          }}
        />
      </label>
      <p id={hintId} className="min-w-0 grow basis-64 text-muted">
        {file ? (
          file.name
        ) : (
          <>
            Excel (.xlsx), LibreOffice (.ods) ou CSV, com os títulos das colunas como você os usa.{" "}
            <a
              href="/api/products/export.csv?template=1"
              download
              className="font-semibold underline"
            >
              Baixar modelo
            </a>
          </>
        )}
      </p>
    </fieldset>
  );
}

const maxShownRows = 200;

function ResultTable({ result, imported }: { result: ImportResult; imported: boolean }) {
  const [status, setStatus] = useState<Status>();
  const { rows } = result;
  const found = rows.filter((row) => status === undefined || row.status === status);
  return (
    <>
      <p role="status" className="font-semibold">
        {imported ? "Importado." : "Nada foi gravado ainda: confira e importe."}
      </p>
      <fieldset aria-label="Mostrar" className="flex min-w-0 flex-wrap gap-2">
        <FilterButton pressed={status === undefined} onPress={() => setStatus(undefined)}>
          Todos ({rows.length})
        </FilterButton>
        {importStatuses.map((one) => (
          <FilterButton key={one} pressed={status === one} onPress={() => setStatus(one)}>
            {statuses[one].plural} ({countOf(result, one)})
          </FilterButton>
        ))}
      </fieldset>
      {found.length > 0 && (
        <DataTable
          caption="Linhas do arquivo"
          columns={columns}
          rows={found.slice(0, maxShownRows)}
          rowKey={({ row }) => String(row)}
        />
      )}
      {found.length > maxShownRows && (
        <p className="text-muted">E mais {found.length - maxShownRows} linhas.</p>
      )}
    </>
  );
}

type FilterButtonProps = { pressed: boolean; onPress: () => void; children: React.ReactNode };

function FilterButton({ pressed, onPress, children }: FilterButtonProps) {
  return (
    <Button variant={pressed ? "secondary" : "outline"} aria-pressed={pressed} onClick={onPress}>
      {children}
    </Button>
  );
}

const columns: Column<ImportRow>[] = [
  { header: "Linha", width: "4.5rem", align: "end", cell: ({ row }) => row },
  {
    header: "Produto",
    card: "title",
    cell: ({ title, slug }) => (
      <span className="block wrap-anywhere">
        {title || slug}
        <span className="block text-sm text-muted">{slug}</span>
      </span>
    ),
  },
  {
    header: "Situação",
    width: "8rem",
    cell: ({ status }) => (
      <StatusBadge tone={statuses[status].tone}>{statuses[status].one}</StatusBadge>
    ),
  },
  {
    header: "Preço",
    width: "7rem",
    align: "end",
    cell: ({ price }) => price !== undefined && formatMoney(price),
  },
  {
    header: "Estoque",
    width: "5.5rem",
    align: "end",
    cell: ({ stock }) => stock !== undefined && formatQuantity(stock),
  },
  { header: "O que muda", cell: (row) => <Changes {...row} /> },
];

function Changes({ status, changes = [], errors = [], warnings = [] }: ImportRow) {
  const fields = changes.map(({ column, from, to }) => ({
    label: column,
    before: from,
    after: to,
  }));
  return (
    <div className="py-1 text-sm wrap-anywhere whitespace-normal">
      {errors.map(({ column, message }) => (
        <p
          key={column + message}
          className={status === "skipped" ? "text-warning-ink" : "font-medium text-danger-ink"}
        >
          {status === "skipped" ? message : `${column}: ${message}`}
        </p>
      ))}
      {warnings.map(({ column, message }) => (
        <p key={column} className="text-warning-ink">
          {message}
        </p>
      ))}
      {status === "changed" && <DiffLines fields={fields} />}
    </div>
  );
}
