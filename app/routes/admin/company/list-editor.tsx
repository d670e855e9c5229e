import { type ReactNode, useEffect, useRef, useState } from "react";
import { get, set, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { Button } from "#app/ui/button.tsx";

type ClosedSectionProps = {
  /** The key of the settings that it edits. */
  name: string;
  title: string;
  description?: string | undefined;
  /** The number of entries in it. */
  count: number;
  children: ReactNode;
};

/** A section that is closed until the user opens it or an entry has an error: long forms stay short. */
export function ClosedSection(props: ClosedSectionProps) {
  const { name, title, description, count, children } = props;
  const { errors } = useFormState();
  const [opened, setOpened] = useState(false);
  const isOpen = opened || get(errors, name) !== undefined;
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

type ListProps = {
  /** The list's place in the form's values. */
  name: string;
  /** Name of one entry: 'Valor'. */
  itemName: string;
  /** The fields of an entry, by their place in it. */
  fields: readonly FormField[];
};

/** A list of entries in a section of its own. */
export function ListEditor(props: ListProps & { title: string; description?: string }) {
  const { title, description, name } = props;
  const entries = useWatch({ name }) as readonly unknown[];
  return (
    <ClosedSection {...{ name, title, description }} count={entries.length}>
      <ListEntries {...props} />
    </ClosedSection>
  );
}

/** Entries that can be edited, added, removed and reordered. */
function ListEntries({ name, itemName, fields }: ListProps) {
  const list = useFieldArray({ name });
  const items = list.fields;
  const { container, focusSoon } = useFocusSoon<HTMLDivElement>();
  const [news, setNews] = useState("");

  function add() {
    const added = {};
    for (const field of fields) set(added, field.name, "");
    list.append(added);
  }
  function remove(index: number) {
    list.remove(index);
    setNews(`${itemName} ${index + 1} removido da lista`);
    focusSoon("[data-add]");
  }
  function move(from: number, to: number) {
    const item = items[from];
    if (!item) return;
    list.move(from, to);
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
          <div className="grid gap-3 sm:grid-cols-2">
            <FormFields
              fields={fields.map((field) => ({
                ...field,
                name: `${name}.${index}.${field.name}`,
                className: field.kind || fields.length === 1 ? "sm:col-span-2" : undefined,
              }))}
            />
          </div>
        </fieldset>
      ))}
      <Button variant="outline" data-add onClick={add} className="self-start">
        <span className="icon-[lucide--plus] size-4" aria-hidden />
        Adicionar {itemName.toLowerCase()}
      </Button>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  );
}

type MoveButtonsProps = {
  /** The name of the moved item, for screen readers. */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
};

export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        data-move="up"
        aria-label={`Mover ${name} para cima`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <span className="icon-[lucide--arrow-up] size-5" aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        data-move="down"
        aria-label={`Mover ${name} para baixo`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <span className="icon-[lucide--arrow-down] size-5" aria-hidden />
      </Button>
    </>
  );
}

/**
 * Moves the focus after the list is rendered, to the first of the selectors that exists. A state, because an effect of an
 * earlier render may run after the call.
 */
export function useFocusSoon<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const done = useRef(wanted);
  useEffect(() => {
    if (done.current === wanted) return;
    for (const selector of wanted) {
      const target = container.current?.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      done.current = wanted;
      return;
    }
  });
  return {
    container,
    focusSoon(...selectors: string[]) {
      setWanted(selectors);
    },
  };
}

/** Selectors of the pressed move button, or of the other one when it is disabled at the end of the list. */
export function moveButtonsOf(item: string, to: "up" | "down"): string[] {
  const button = (direction: string) =>
    `[data-item="${item}"] [data-move="${direction}"]:not(:disabled)`;
  return [button(to), button(to === "up" ? "down" : "up")];
}
