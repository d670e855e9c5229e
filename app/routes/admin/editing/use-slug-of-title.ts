import { useRef } from "react";
import { slugify } from "#app/domain/catalogue/rules.ts";

type SlugField = { isNew: boolean; read: () => string; write: (slug: string) => void };

/** In creation the slug follows the title as it is typed, until it is given one of its own; later it stays. */
export function useSlugOfTitle({ isNew, read, write }: SlugField) {
  const made = useRef("");
  return (title: string) => {
    if (!isNew || read() !== made.current) return;
    made.current = slugify(title);
    write(made.current);
  };
}
