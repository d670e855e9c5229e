import { useRef, useState } from "react";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import {
  MoveButtons,
  moveButtonsOf,
  useFocusSoon,
} from "#app/routes/admin/company/list-editor.tsx";
import { categoryKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { moveItem, useEditedRow } from "#app/routes/admin/kit/editing/row-list.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";

/** Few visits of the screen need it. */
const categoryEditor = lateComponent(
  () => import("./category-editor.tsx"),
  ({ CategoryEditor }) => CategoryEditor,
);

/** The categories: their order, and a dialog that adds or edits one. */
export function CategoriesSection({ categories }: { categories: readonly Category[] }) {
  const { container, shown, move } = useMoving(categories);
  const { edited, edit } = useEditedRow(categories);
  const CategoryEditor = useLateComponent(categoryEditor, edited !== undefined);
  return (
    <FormSection title="Categorias" description="A ordem vale para o menu, as abas e as páginas.">
      <ol ref={container} className="divide-y divide-line rounded-md border border-line">
        {shown.map((category, index) => (
          <li
            key={category.id}
            data-item={category.id}
            className="flex flex-wrap items-center gap-x-1 p-2 sm:flex-nowrap"
          >
            <div className="flex min-w-0 grow basis-full items-center gap-3 sm:basis-auto">
              <div className="w-14 shrink-0 overflow-hidden rounded-md">
                <Picture src={category.image_url} alt="" width={56} height={42} sizes="56px" />
              </div>
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                  {category.name}
                  {!category.visible && <Badge variant="neutral">Oculta</Badge>}
                </p>
                <p className="truncate text-sm text-muted">{category.description}</p>
              </div>
            </div>
            <div className="ml-auto flex shrink-0 gap-1">
              <MoveButtons
                name={category.name}
                index={index}
                count={shown.length}
                onMove={(to) => move(index, to)}
              />
              <Button
                variant="ghost"
                aria-label={`Editar ${category.name}`}
                onClick={() => edit(category)}
              >
                <span className="icon-[lucide--pencil] size-4" aria-hidden />
                Editar
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button variant="outline" onClick={() => edit()}>
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Nova categoria
        </Button>
      </div>
      {edited && CategoryEditor && <CategoryEditor key={edited.key} {...edited.props} />}
    </FormSection>
  );
}

/** Reorders optimistically and saves one order after another. */
function useMoving(categories: readonly Category[]) {
  const { act } = useAction();
  const { container, focusSoon } = useFocusSoon<HTMLOListElement>();
  const [wanted, setWanted] = useState({ from: categories, to: categories });
  const lastSave = useRef(Promise.resolve());
  const shown = wanted.from === categories ? wanted.to : categories;

  function move(from: number, to: number) {
    const moved = shown[from];
    if (!moved) return;
    const order = moveItem(shown, from, to);
    setWanted({ from: categories, to: order });
    focusSoon(...moveButtonsOf(moved.id, to < from ? "up" : "down"));
    lastSave.current = lastSave.current.then(() => save(order, shown));
  }

  async function save(order: readonly Category[], before?: readonly Category[]) {
    const undo = before && (() => void save(before));
    const answer = await act("PUT", "/api/categories/order", {
      body: { ids: order.map(({ id }) => id) },
      done: () => ({ title: categoryKind.updated, undo }),
      failed: categoryKind.updateFailed,
    });
    if (!answer.ok) setWanted({ from: categories, to: categories });
  }
  return { container, shown, move };
}
