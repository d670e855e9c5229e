import { lazy, Suspense, useState } from "react";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ListEntriesProps } from "./list-items.ts";

const ListEntries = lazy(() =>
  import("./list-entries.tsx").then((module) => ({ default: module.ListEntries })),
);

type ListEditorProps = ListEntriesProps & { title: string; description?: string };

/** A list of entries, closed until the user opens it or an entry has an error: long forms stay short. */
export function ListEditor({ title, description, ...entries }: ListEditorProps) {
  const [opened, setOpened] = useState(false);
  const { items, fields, errorOf } = entries;
  const hasError = items.some((_, index) => fields.some(({ name }) => errorOf(index, name)));
  const isOpen = opened || hasError;
  return (
    <FormSection title={title} description={description}>
      <Button
        look="outline"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Fechar" : "Editar"}: ${title}`}
        onClick={() => setOpened(!isOpen)}
        className="self-start"
      >
        <span
          className={isOpen ? "icon-[lucide--chevron-up] size-4" : "icon-[lucide--pencil] size-4"}
          aria-hidden
        />
        {isOpen ? "Fechar" : `Editar (${items.length})`}
      </Button>
      {isOpen && (
        <Suspense>
          <ListEntries {...entries} />
        </Suspense>
      )}
    </FormSection>
  );
}
