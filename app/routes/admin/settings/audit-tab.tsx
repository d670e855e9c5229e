import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { AuditEntry } from "#app/domain/audit/schema.ts";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/ui/dates.ts";
import {
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
} from "#app/routes/admin/ui/filter-bar.tsx";
import { EmptyRows, LoadingState } from "#app/routes/admin/ui/states.tsx";
import { auditedTables } from "#app/shared/changes.ts";
import { auditAuthor, tableLabel } from "#app/shared/labels.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { AuditDialog, OperationBadge } from "./audit-dialog.tsx";
import { type AuditView, shortRecordId } from "./audit-view.ts";

const tableOptions = [
  { value: "", label: "Todas as tabelas" },
  ...auditedTables.map((value) => ({ value, label: tableLabel(value) })),
];

/** The read-only audit log. `view` is undefined while loading. */
export function AuditTab({ view }: { view: AuditView | undefined }) {
  if (!view) return <LoadingState>Carregando logs...</LoadingState>;
  const { entries, opened } = view;
  return (
    <>
      <FilterBar>
        <SearchField label="Buscar por ID do registro..." name="record" />
        <FilterSelect label="Tabela" name="table" options={tableOptions} />
        <CountBadge>{entries.length} log(s)</CountBadge>
      </FilterBar>
      {entries.length === 0 ? (
        <EmptyRows
          icon="icon-[lucide--history]"
          title="Nenhum log encontrado com os filtros aplicados"
        />
      ) : (
        <EntryTable entries={entries} />
      )}
      <AuditDialog entry={opened} />
    </>
  );
}

const pageSize = 40;

/** The newest entries, with a button for more. */
function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  const [count, setCount] = useState(pageSize);
  return (
    <>
      <DataTable
        narrow="rows"
        caption="Logs de auditoria"
        columns={columns}
        rows={entries.slice(0, count)}
        rowKey={({ id }) => id}
      />
      {count < entries.length && (
        <Button look="outline" onClick={() => setCount(count + pageSize)} className="mt-4 w-full">
          Carregar mais
        </Button>
      )}
    </>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    key: "date",
    header: "Data",
    card: "title",
    cell: ({ created_at }) => (
      <time dateTime={created_at} className="font-semibold whitespace-nowrap tabular-nums">
        {formatDateTimeSeconds(created_at)}
      </time>
    ),
  },
  {
    key: "user",
    header: "Usuário",
    cell: (entry) => <span className="wrap-anywhere">{auditAuthor(entry)}</span>,
  },
  { key: "table", header: "Tabela", cell: ({ table_name }) => tableLabel(table_name) },
  {
    key: "operation",
    header: "Operação",
    cell: ({ operation }) => <OperationBadge operation={operation} />,
  },
  {
    key: "record",
    header: "Registro",
    cell: ({ record_id }) => (
      <code className="whitespace-nowrap" title={record_id}>
        {shortRecordId(record_id)}
      </code>
    ),
  },
  {
    key: "actions",
    header: "Ações",
    hideHeader: true,
    card: "actions",
    cell: (entry) => <OpenLink entry={entry} />,
  },
];

function OpenLink({ entry }: { entry: AuditEntry }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set("log", entry.id);
  return (
    <Link
      to={`?${next}`}
      preventScrollReset
      className={buttonClasses({ look: "ghost" })}
      aria-label={`Ver mudanças de ${formatDateTimeSeconds(entry.created_at)}`}
    >
      Ver mudanças
    </Link>
  );
}
