import { type ChangeEvent, type ReactNode, useState } from "react";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { moveItem } from "#app/shared/move-item.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { MoveButtons, moveButtonsOf, useFocusSoon } from "./move-buttons.tsx";

type ClosedSectionProps = {
  title: string;
  description?: string | undefined;
  /** The number of entries in it. */
  count: number;
  hasError: boolean;
  children: ReactNode;
};

/** A section that is closed until the user opens it or an entry has an error: long forms stay short. */
export function ClosedSection(props: ClosedSectionProps) {
  const { title, description, count, hasError, children } = props;
  const [opened, setOpened] = useState(false);
  const isOpen = opened || hasError;
  return (
    <FormSection title={title} description={description}>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Fechar" : "Editar"}: ${title}`}
        onClick={() => setOpened(!isOpen)}
        className="self-start"
      >
        <span
          className={isOpen ? "icon-[lucide--chevron-up] size-4" : "icon-[lucide--pencil] size-4"}
          aria-hidden
        />
        {isOpen ? "Fechar" : `Editar (${count})`}
      </Button>
      {isOpen && children}
    </FormSection>
  );
}

/** A list entry during editing; `id` identifies it. */
export type ListItem = { id: string } & Record<string, string>;

export type ItemField = {
  name: string;
  label: string;
  /** A text of several lines. */
  long?: boolean;
  hint?: string;
  type?: "date" | "time" | "url";
};

/** Stored entries with ids. */
export function numbered(entries: readonly Record<string, string>[] = []): ListItem[] {
  return entries.map((entry, index) => ({ ...entry, id: String(index) }));
}

let lastNew = 0;

type ListEntriesProps = {
  /** Name of one entry: 'Valor'. */
  itemName: string;
  addLabel: string;
  fields: readonly ItemField[];
  items: readonly ListItem[];
  onChange: (items: ListItem[]) => void;
  errorOf: (index: number, field: string) => string | undefined;
};

type ListEditorProps = ListEntriesProps & { title: string; description?: string };

/** A list of entries in a section of its own. */
export function ListEditor({ title, description, ...entries }: ListEditorProps) {
  const { items, fields, errorOf } = entries;
  const hasError = items.some((_, index) => fields.some(({ name }) => errorOf(index, name)));
  return (
    <ClosedSection {...{ title, description, hasError }} count={items.length}>
      <ListEntries {...entries} />
    </ClosedSection>
  );
}

/** Entries that can be edited, added, removed and reordered. */
function ListEntries(props: ListEntriesProps) {
  const { itemName, addLabel, fields, items, onChange, errorOf } = props;
  const { container, focusSoon } = useFocusSoon<HTMLDivElement>();
  const [news, setNews] = useState("");

  function add() {
    const id = `new-${++lastNew}`;
    const empty = Object.fromEntries(fields.map(({ name }) => [name, ""]));
    onChange([...items, { ...empty, id }]);
    focusSoon(`[data-item="${id}"] :is(input, textarea)`);
  }
  function remove(index: number) {
    onChange(items.filter((_, place) => place !== index));
    setNews(`${itemName} ${index + 1} removido da lista`);
    focusSoon("[data-add]");
  }
  function move(from: number, to: number) {
    const item = items[from];
    if (!item) return;
    onChange(moveItem(items, from, to));
    setNews(`Agora na posição ${to + 1} de ${items.length}`);
    focusSoon(...moveButtonsOf(item.id, to < from ? "up" : "down"));
  }
  return (
    <div ref={container} className="flex flex-col gap-4">
      {items.map((item, index) => (
        <fieldset
          key={item.id}
          data-item={item.id}
          className="min-w-0 rounded-md border border-line p-3"
        >
          <legend className="sr-only">{`${itemName} ${index + 1}`}</legend>
          <div className="flex items-center gap-1">
            <p className="mr-auto font-semibold" aria-hidden>
              {itemName} {index + 1}
            </p>
            <MoveButtons
              name={`${itemName} ${index + 1}`}
              index={index}
              count={items.length}
              onMove={(to) => move(index, to)}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remover ${itemName} ${index + 1}`}
              onClick={() => remove(index)}
              className="ml-3 text-danger-ink"
            >
              <span className="icon-[lucide--trash-2] size-5" aria-hidden />
            </Button>
          </div>
          <ItemFields
            item={item}
            fields={fields}
            onChange={(changed) =>
              onChange(items.map((other, place) => (place === index ? changed : other)))
            }
            errorOf={(field) => errorOf(index, field)}
          />
        </fieldset>
      ))}
      <Button variant="outline" data-add onClick={add} className="self-start">
        <span className="icon-[lucide--plus] size-4" aria-hidden />
        {addLabel}
      </Button>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

type ItemFieldsProps = {
  item: ListItem;
  fields: readonly ItemField[];
  onChange: (item: ListItem) => void;
  errorOf: (field: string) => string | undefined;
};

function ItemFields({ item, fields, onChange, errorOf }: ItemFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {fields.map(({ name, label, long, hint, type }) => {
        const Field = long ? TextAreaField : TextField;
        return (
          <Field
            key={name}
            label={label}
            name={name}
            hint={hint}
            {...(type && { type })}
            className={long || fields.length === 1 ? "sm:col-span-2" : undefined}
            value={item[name] ?? ""}
            error={errorOf(name)}
            onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              onChange({ ...item, [name]: event.currentTarget.value })
            }
          />
        );
      })}
    </div>
  );
}
