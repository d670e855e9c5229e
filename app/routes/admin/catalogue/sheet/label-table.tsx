import { memo, useMemo } from "react";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { MoreRows, type PartialRows } from "../list/more-rows.tsx";
import type { CellColumn } from "./cell-columns.ts";
import { CellText, InlineCell } from "./inline-edits.tsx";

type LabelTableProps = PartialRows<Product> & {
  columns: readonly CellColumn[];
  onEdit: (product: Product) => void;
};

/** The products with what their labels say; each value is a cell of the sheet. For wide windows. */
export const LabelTable = memo(function LabelTable(props: LabelTableProps) {
  const { rows, hasMore, onMore, columns, onEdit } = props;
  const tableColumns = useMemo(
    (): Column<Product>[] => [
      {
        header: "Produto",
        cell: (product) => (
          <button
            type="button"
            onClick={() => onEdit(product)}
            className="line-clamp-2 min-w-36 text-start text-sm leading-tight font-semibold text-balance hover:underline"
          >
            {product.title}
          </button>
        ),
      },
      ...columns.map(toTableColumn),
    ],
    [columns, onEdit],
  );
  return (
    <div className="label-table">
      <DataTable caption="Rótulos dos produtos" columns={tableColumns} rows={rows} />
      {hasMore && <MoreRows onMore={onMore} />}
    </div>
  );
});

function toTableColumn(column: CellColumn): Column<Product> {
  return {
    header: column.label,
    ...(column.width && { width: column.width }),
    cell: (product) => (
      <InlineCell product={product} column={column}>
        <CellText column={column} value={column.valueOf(product)} />
      </InlineCell>
    ),
  };
}
