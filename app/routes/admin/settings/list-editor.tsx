import { lazy, Suspense } from "react";
import { ClosedSection } from "./closed-section.tsx";
import type { ListEntriesProps } from "./list-items.ts";

const ListEntries = lazy(() =>
  import("./list-entries.tsx").then((module) => ({ default: module.ListEntries })),
);

type ListEditorProps = ListEntriesProps & { title: string; description?: string };

/** A list of entries in a section of its own. */
export function ListEditor({ title, description, ...entries }: ListEditorProps) {
  const { items, fields, errorOf } = entries;
  const hasError = items.some((_, index) => fields.some(({ name }) => errorOf(index, name)));
  return (
    <ClosedSection {...{ title, description, hasError }} count={items.length}>
      <Suspense>
        <ListEntries {...entries} />
      </Suspense>
    </ClosedSection>
  );
}
