import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { useEditing } from "#app/routes/admin/editing/use-editing.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { toast } from "#app/ui/toast.ts";
import { CategoryEditor } from "./category-editor.tsx";
import { categoryTexts } from "./category-form.ts";
import { MoveButtons } from "./move-buttons.tsx";
import { moveButtonsOf, useFocusSoon } from "./use-focus-soon.ts";

/** The four categories: their order, and a dialog for the texts and picture of each. */
export function CategoriesSection({ categories }: { categories: readonly Category[] }) {
  const { container, moving, move } = useMoving(categories);
  const { editing, edit, close } = useEditing<Category>();
  return (
    <FormSection title="Categorias" description="A ordem vale para o menu e para as páginas.">
      <ol ref={container} className="divide-y divide-line rounded-md border border-line">
        {categories.map((category, index) => (
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
                <p className="font-semibold wrap-anywhere">{category.name}</p>
                <p className="truncate text-sm text-muted">{category.description}</p>
              </div>
            </div>
            <div className="ml-auto flex shrink-0 gap-1">
              <MoveButtons
                name={category.name}
                index={index}
                count={categories.length}
                disabled={moving}
                onMove={(to) => void move(index, to)}
              />
              <Button
                look="ghost"
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
      {editing.open && editing.row && (
        <CategoryEditor key={editing.turn} category={editing.row} onClose={close} />
      )}
    </FormSection>
  );
}

/** Lets two neighbours change places, at once for both; the focus stays with the one that was moved. */
function useMoving(categories: readonly Category[]) {
  const { revalidate } = useRevalidator();
  const [moving, setMoving] = useState(false);
  const { container, focusSoon } = useFocusSoon<HTMLOListElement>();

  async function move(from: number, to: number) {
    const ids = categories.map(({ id }) => id);
    const id = ids[from];
    if (!id) return;
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, id);
    focusSoon(...moveButtonsOf(id, to < from ? "up" : "down"));
    setMoving(true);
    const answer = await callApi("PUT", "/api/categories/order", { ids: order });
    await revalidate();
    setMoving(false);
    if (answer.ok) toast({ title: categoryTexts.updated });
    else {
      const description = describeProblem(answer.problem);
      toast({ title: categoryTexts.updateFailed, description, look: "destructive" });
    }
  }
  return { container, moving, move };
}
