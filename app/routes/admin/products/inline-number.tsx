import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useFirstInteraction } from "#app/routes/admin/ui/use-first-interaction.ts";
import type { InlineField, NumberedProduct } from "./inline-editor.tsx";

const loadEditor = () => import("./inline-editor.tsx");
const InlineEditor = lazy(() => loadEditor().then((module) => ({ default: module.InlineEditor })));

type InlineNumberProps = {
  product: NumberedProduct;
  field: InlineField;
  /** 'Preço', 'Estoque' */
  label: string;
  /** The value as the list shows it. */
  children: ReactNode;
};

/** A number of a list that a press turns into an input. */
export function InlineNumber({ product, field, label, children }: InlineNumberProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  useEffect(() => {
    if (editing || !restoresFocus.current) return;
    restoresFocus.current = false;
    button.current?.focus();
  }, [editing]);
  const shown = (
    <button
      ref={button}
      type="button"
      data-inline={field}
      title={`Mudar ${label.toLowerCase()}`}
      onClick={() => setEditing(true)}
      className="-mx-1.5 inline-flex min-h-8 cursor-text items-center rounded-sm px-1.5 text-inherit hover:bg-background hover:ring-1 hover:ring-field"
    >
      <span className="sr-only">
        {label} de {product.title}:{" "}
      </span>
      {children}
    </button>
  );
  if (!editing) return shown;
  return (
    <Suspense fallback={shown}>
      <InlineEditor
        product={product}
        field={field}
        label={`${label} de ${product.title}`}
        onClose={(restoreFocus) => {
          restoresFocus.current = restoreFocus;
          setEditing(false);
        }}
      />
    </Suspense>
  );
}

/** Loads the editor's code before the first press on a number. */
export function useInlineEditing(): void {
  useFirstInteraction(loadEditor);
}
