import { useSite } from "./site.ts";

/** The color of a category, by its slug. */
export function useTint(category: string | null): string | undefined {
  return useSite()?.categories.find(({ slug }) => slug === category)?.tint ?? undefined;
}
