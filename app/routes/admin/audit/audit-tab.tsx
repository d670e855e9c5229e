import { useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { OperationBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDateTimeSeconds } from "#app/routes/admin/kit/dates.ts";
import type { Choice } from "#app/routes/admin/kit/fields/fields.tsx";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import {
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
} from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { auditAuthor, tableLabel } from "#app/shared/audit-labels.ts";
import { auditedTables } from "#app/shared/changes.ts";
import { Button } from "#app/ui/button.tsx";
import { AuditDialog } from "./audit-dialog.tsx";
import { type AuditSummary, type AuditView, groupActions, shortRecordId } from "./audit-view.ts";

const tableChoices: Choice[] = [
  ["", "Todas as tabelas"],
  ...auditedTables.map((table): Choice => [table, tableLabel(table)]),
];

/** The read-only audit log. */
export function AuditTab({ entries, opened }: AuditView) {
  const [isGrouped, setGrouped] = useState(false);
  return (
    <>
      <FilterBar
        search={
          <>
            <SearchField label="Buscar por ID do registro..." name="record" />
            <CountBadge>{entries.length === 1 ? "1 log" : `${entries.length} logs`}</CountBadge>
          </>
        }
      >
        <FilterSelect label="Tabela" name="table" choices={tableChoices} />
        <label className="flex min-h-11 shrink-0 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={isGrouped}
            onChange={(event) => setGrouped(event.currentTarget.checked)}
            className="size-4.5 accent-primary"
          />
          Agrupar por ação
        </label>
      </FilterBar>
      {entries.length === 0 ? (
        <EmptyRows
          icon="icon-[lucide--history]"
          title="Nenhum log encontrado com os filtros aplicados"
        />
      ) : (
        <EntryTable entries={entries} isGrouped={isGrouped} />
      )}
      <AuditDialog entry={opened} />
    </>
  );
}

const pageSize = 40;

/** One row of the table: an entry. Of an action the first one, and the others while they are shown. */
type Line = {
  entry: AuditSummary;
  /** The number of further entries of the action; undefined for those. */
  others?: number;
  isExpanded: boolean;
};

type EntryTableProps = { entries: readonly AuditSummary[]; isGrouped: boolean };

/** The newest entries, or actions where they are grouped, with a button for more. */
function EntryTable({ entries, isGrouped }: EntryTableProps) {
  const [count, setCount] = useState(pageSize);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo(
    () => (isGrouped ? groupActions(entries) : entries.map((entry) => [entry])),
    [entries, isGrouped],
  );
  const lines = actions.slice(0, count).flatMap((action) => linesOf(action, expanded));
  const columns = useMemo(() => {
    const toggle = (id: string) =>
      setExpanded((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    return [dateColumn, changeColumn(toggle), ...otherColumns];
  }, []);
  return (
    <>
      <DataTable
        narrow="three-lines"
        caption="Logs de auditoria"
        columns={columns}
        rows={lines}
        rowKey={({ entry }) => entry.id}
        pressable
      />
      {count < actions.length && (
        <Button
          variant="outline"
          onClick={() => setCount(count + pageSize)}
          className="mt-4 w-full"
        >
          Carregar mais
        </Button>
      )}
    </>
  );
}

function linesOf([first, ...others]: AuditSummary[], expanded: ReadonlySet<string>): Line[] {
  if (!first) return [];
  const isExpanded = expanded.has(first.id);
  return [
    { entry: first, others: others.length, isExpanded },
    ...(isExpanded ? others.map((entry) => ({ entry, isExpanded })) : []),
  ];
}

const dateColumn: Column<Line> = {
  header: "Data",
  card: "meta",
  cell: ({ entry: { created_at } }) => (
    <time dateTime={created_at} className="text-sm whitespace-nowrap tabular-nums">
      {formatDateTimeSeconds(created_at)}
    </time>
  ),
};

function changeColumn(onToggle: (id: string) => void): Column<Line> {
  return {
    header: "Mudança",
    card: "title",
    width: "34%",
    cell: ({ entry, others, isExpanded }) => (
      <div className={others === undefined ? "pl-4" : undefined}>
        <OpenLink entry={entry} />
        {entry.changes.map((change) => (
          <p key={change} className="text-sm leading-snug wrap-anywhere">
            {change}
          </p>
        ))}
        {entry.hidden > 0 && <p className="text-sm text-muted">e mais {entry.hidden}</p>}
        <p className="text-sm text-muted @min-[44rem]/table-frame:hidden">
          {tableLabel(entry.table_name)} · <code>{shortRecordId(entry.record_id)}</code>
        </p>
        {Boolean(others) && (
          <button
            type="button"
            aria-expanded={isExpanded}
            onClick={() => onToggle(entry.id)}
            className="inline-flex min-h-8 items-center gap-1 text-sm text-muted underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {isExpanded ? "Ocultar o resto da ação" : `e mais ${others} na mesma ação`}
          </button>
        )}
      </div>
    ),
  };
}

const otherColumns: Column<Line>[] = [
  {
    header: "Usuário",
    card: "more",
    cell: ({ entry }) => <span className="text-sm wrap-anywhere">{auditAuthor(entry)}</span>,
  },
  {
    header: "Tabela",
    card: "hidden",
    cell: ({ entry }) => tableLabel(entry.table_name),
  },
  {
    header: "Operação",
    card: "end",
    cell: ({ entry }) => <OperationBadge operation={entry.operation} />,
  },
  {
    header: "Registro",
    card: "hidden",
    cell: ({ entry: { record_id } }) => (
      <code className="text-sm whitespace-nowrap" title={record_id}>
        {shortRecordId(record_id)}
      </code>
    ),
  },
];

/** The changed row's name; opens old and new values. */
function OpenLink({ entry }: { entry: AuditSummary }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set("log", entry.id);
  const name = entry.name || tableLabel(entry.table_name);
  return (
    <Link
      to={`?${next}`}
      preventScrollReset
      data-row-open
      className="relative block truncate font-semibold after:absolute after:-inset-y-1 after:inset-x-0 hover:underline"
      aria-label={`Ver mudanças de ${name}, ${formatDateTimeSeconds(entry.created_at)}`}
    >
      {name}
    </Link>
  );
}
