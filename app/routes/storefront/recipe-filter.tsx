import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { slugify } from "#app/domain/catalogue/rules.ts";

type RecipeFilterProps = {
  categories: readonly string[];
  /** Slug of the chosen category; null shows all. */
  chosen: string | null;
};

/** One chip for all and one for each category. A form that asks for an address, so that it works before any script runs. */
export function RecipeFilter({ categories, chosen }: RecipeFilterProps) {
  const strip = useChosenInSight();
  return (
    <Form
      ref={strip}
      method="get"
      action="/receitas"
      preventScrollReset
      replace
      aria-label="Filtrar receitas"
      className="relative -mx-4 mt-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      <Chip label="Todos" pressed={chosen === null} />
      {categories.map((category) => {
        const slug = slugify(category);
        return <Chip key={slug} label={category} value={slug} pressed={chosen === slug} />;
      })}
    </Form>
  );
}

/** On phones the chips are a strip: an address may ask for one that lies beyond its edge. */
function useChosenInSight() {
  const strip = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!strip.current || !chip) return;
    strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.offsetWidth) / 2;
  }, []);
  return strip;
}

function Chip({ label, value, pressed }: { label: string; value?: string; pressed: boolean }) {
  return (
    <button
      type="submit"
      name={value && "categoria"}
      value={value}
      aria-pressed={pressed}
      className="min-h-11 shrink-0 rounded-full border border-field px-4 font-semibold transition hover:bg-sunken aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background"
    >
      {label}
    </button>
  );
}
