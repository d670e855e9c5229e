import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Price } from "#app/ui/price.tsx";
import { tableTarget } from "../shortcut-targets.ts";

export type Column<Row> = {
  /** Names the column where the address does so; the header identifies any other column. */
  key?: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers and money are aligned to the end. */
  align?: "start" | "end";
  /**
   * The cell's place in narrow windows. On a card: first without header, a line with header, at the foot, or none. In a row
   * of two lines: title and end above, meta, more and badge below, actions beside both. For rows of three see narrow-rows.css.
   */
  card?: "handle" | "title" | "line" | "actions" | "hidden" | "end" | "meta" | "more" | "badge";
  /** The header sorts by this column. */
  sortable?: boolean;
  /** The header is only for screen readers. */
  hideHeader?: boolean;
  /** A CSS width; the other columns share the rest. */
  width?: string;
};

/** The last column: what can be done with a row. */
export function actionsColumn<Row>(cell: Column<Row>["cell"]): Column<Row> {
  return { header: "Ações", hideHeader: true, card: "actions", cell };
}

type RowButtonProps = ComponentProps<typeof Button> & { action: string; name: string };

/** A row's action in words; `name` says which row to screen readers: 'Testar https://…'. */
export function RowButton({ action, name, ...button }: RowButtonProps) {
  return (
    <Button variant="ghost" aria-label={`${action} ${name}`} {...button}>
      {action}
    </Button>
  );
}

export type Sort = { key: string; descending: boolean };

export type RowProps<Row> = { row: Row; index: number; current: boolean; children: ReactNode };

type DataTableProps<Row> = {
  /** Name for screen readers: "Produtos". */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The default is the row's `id`. */
  rowKey?: (row: Row) => string;
  /** The shape of rows in narrow windows: 72 px, at least 72 px, or three lines with a thumbnail or without; cards by default. */
  narrow?: "rows" | "growing-rows" | "three-lines" | "rows-with-thumbnail";
  /** A press on a row presses its element with the attribute `data-row-open`. */
  pressable?: boolean;
  /** The row that is open beside the list. */
  isCurrent?: (row: Row) => boolean;
  sort?: Sort | undefined;
  onSort?: (key: string) => void;
  /** Renders the `<tr>` of a row, for rows that can be dragged. */
  as?: ComponentType<RowProps<Row>>;
};

/** Rows of 44 px under a sticky header; rows of 72 px or cards in narrow windows. For an empty list see `EmptyRows`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey = idOf,
    narrow,
    pressable,
    isCurrent,
    as: RowElement = PlainRow,
  } = props;
  const table = usePressableRows(pressable);
  return (
    <div ref={tableTarget} className="table-frame">
      <table
        ref={table}
        className="data-table"
        data-narrow={narrow}
        data-pressable={pressable || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.header} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RowElement
              key={rowKey(row)}
              row={row}
              index={index}
              current={isCurrent?.(row) ?? false}
            >
              {columns.map((column) => (
                <Cell key={column.header} column={column}>
                  {column.cell(row, index)}
                </Cell>
              ))}
            </RowElement>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function idOf(row: unknown): string {
  return String((row as { id: string | number }).id);
}

/** A column of amounts in BRL. */
export function amountColumn<Row>(
  header: string,
  card: Column<Row>["card"],
  amountOf: (row: Row) => number,
): Column<Row> {
  return { header, align: "end", card, cell: (row) => <Price amount={amountOf(row)} /> };
}

const sortIcons = {
  ascending: "icon-[lucide--arrow-up]",
  descending: "icon-[lucide--arrow-down]",
  none: "icon-[lucide--arrow-up-down] opacity-50",
} as const;

type HeaderProps<Row> = Pick<DataTableProps<Row>, "sort" | "onSort"> & { column: Column<Row> };

function Header<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const { key, header, align, card, hideHeader, width, sortable } = column;
  const isSorted = key !== undefined && sort?.key === key;
  const direction = sort?.descending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      data-column={key}
      data-align={card === "actions" ? "end" : align}
      aria-sort={isSorted ? direction : undefined}
      style={{ width }}
    >
      {sortable && key !== undefined && onSort ? (
        <button
          type="button"
          onClick={() => onSort(key)}
          className="-mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-sm px-1.5 hover:text-foreground"
        >
          {header}
          <span
            className={classNames("size-3.5", isSorted ? sortIcons[direction] : sortIcons.none)}
            aria-hidden
          />
        </button>
      ) : (
        <span className={hideHeader ? "sr-only" : undefined}>{header}</span>
      )}
    </th>
  );
}

const controls = "a, button, input, select, textarea, label, dialog";

/** A mouse press anywhere on a row is a press of its main control, which is also reachable by keyboard. */
function usePressableRows(enabled = false) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    const element = table.current;
    if (!enabled || !element) return;
    function press({ target }: Pick<globalThis.MouseEvent, "target">) {
      if (!(target instanceof Element) || target.closest(controls)) return;
      // A selection of text ends with a click too.
      if (getSelection()?.isCollapsed === false) return;
      target.closest("tr")?.querySelector<HTMLElement>("[data-row-open]")?.click();
    }
    element.addEventListener("click", press);
    return () => element.removeEventListener("click", press);
  }, [enabled]);
  return table;
}

function PlainRow<Row>({ current, children }: RowProps<Row>) {
  return <tr data-current={current || undefined}>{children}</tr>;
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const { key, card = "line", align, header } = column;
  return (
    <td
      data-column={key}
      data-align={align}
      data-card={card}
      data-label={card === "line" ? header : undefined}
    >
      {children}
    </td>
  );
}
