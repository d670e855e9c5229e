import { memo, useMemo } from "react";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { RowActions, type RowHandlers } from "#app/routes/admin/editing/row-actions.tsx";
import { TitleCell } from "#app/routes/admin/editing/title-cell.tsx";
import { useGrowingList } from "#app/routes/admin/editing/use-growing-list.ts";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { StatusBadge } from "#app/routes/admin/ui/status-badge.tsx";

type RecipeTableProps = RowHandlers<Recipe> & { recipes: readonly Recipe[] };

/** Drawn anew only when its rows change: typing in a form above it costs nothing. */
export const RecipeTable = memo(function RecipeTable(props: RecipeTableProps) {
  const { recipes, onToggle, onEdit, onDelete } = props;
  const { shown, endRef } = useGrowingList(recipes);
  const columns = useMemo(() => {
    const actions: Column<Recipe> = {
      key: "actions",
      header: "Ações",
      align: "end",
      card: "actions",
      cell: (recipe) => (
        <RowActions row={recipe} onToggle={onToggle} onEdit={onEdit} onDelete={onDelete} />
      ),
    };
    return [...dataColumns, actions];
  }, [onToggle, onEdit, onDelete]);
  return (
    <>
      <DataTable caption="Receitas" columns={columns} rows={shown} rowKey={(recipe) => recipe.id} />
      <div ref={endRef} />
    </>
  );
});

const dataColumns: Column<Recipe>[] = [
  {
    key: "recipe",
    header: "Receita",
    card: "title",
    cell: ({ title, slug, image_url }) => (
      <TitleCell title={title} slug={slug} picture={image_url} />
    ),
  },
  { key: "category", header: "Categoria", cell: ({ category }) => category || "N/A" },
  { key: "difficulty", header: "Dificuldade", cell: ({ difficulty }) => difficulty },
  {
    key: "status",
    header: "Status",
    cell: ({ visible, is_featured }) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadge tone={visible ? "success" : "neutral"}>
          {visible ? "Visível" : "Oculta"}
        </StatusBadge>
        {is_featured && (
          <StatusBadge tone="info" icon="icon-[lucide--star]">
            Destaque
          </StatusBadge>
        )}
      </span>
    ),
  },
];
