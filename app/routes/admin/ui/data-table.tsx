import type { ComponentType, ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers and money stand at the end. */
  align?: "start" | "end";
  /** Where the cell goes when rows become cards: first and without its header, a line with it, at the foot, nowhere. */
  card?: "title" | "line" | "actions" | "hidden";
  /** The header is there for screen readers alone. */
  hideHeader?: boolean;
  /** A width as CSS says it; the other columns share what is left. */
  width?: string;
};

export type RowProps<Row> = { row: Row; index: number; children: ReactNode };

type DataTableProps<Row> = {
  /** What the table holds, for screen readers: "Produtos". */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Draws the `<tr>` of a row itself, for rows that can be dragged or marked. */
  as?: ComponentType<RowProps<Row>>;
};

/** Rows of 44 px under a sticky header; a card for each row where there is no room. For an empty list see `EmptyRows`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, as: RowElement = PlainRow } = props;
  return (
    <div className="table-frame">
      <table className="data-table">
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
