import type { ComponentType, ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers and money are aligned to the end. */
  align?: "start" | "end";
  /** The cell's place on a card: first without header, a line with header, at the foot, in the upper corner, or none. */
  card?: "title" | "line" | "actions" | "corner" | "hidden";
  /** The header is only for screen readers. */
  hideHeader?: boolean;
  /** A CSS width; the other columns share the rest. */
  width?: string;
};

export type RowProps<Row> = { row: Row; index: number; children: ReactNode };

type DataTableProps<Row> = {
  /** Name for screen readers: "Produtos". */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** "log": compact cards for the columns of the audit log. */
  cardLayout?: "log";
  /** Renders the `<tr>` of a row, for rows that can be dragged. */
  as?: ComponentType<RowProps<Row>>;
};

/** Rows of 44 px under a sticky header; a card per row in narrow windows. For an empty list see `EmptyRows`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, cardLayout, as: RowElement = PlainRow } = props;
  return (
    <div className="table-frame">
      <table className="data-table" data-card-layout={cardLayout}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, align, card, hideHeader, width }) => (
              <th
                key={key}
                scope="col"
                data-align={card === "actions" ? "end" : align}
                style={{ width }}
              >
                {hideHeader ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RowElement key={rowKey(row)} row={row} index={index}>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
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

function PlainRow<Row>({ children }: RowProps<Row>) {
  return <tr>{children}</tr>;
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
