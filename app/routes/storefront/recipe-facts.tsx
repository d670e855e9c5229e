import type { Recipe } from "#app/domain/recipes/schema.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";

type RecipeFactsProps = Pick<Recipe, "difficulty" | "prep_time" | "servings"> & {
  /** On a tinted surface the badge takes the shop's neutral ground. */
  onTint?: boolean;
  className?: string;
};

/** Difficulty, time and servings of a recipe; what the seller left out is left out here. */
export function RecipeFacts({
  difficulty,
  prep_time,
  servings,
  onTint = false,
  className,
}: RecipeFactsProps) {
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-4 gap-y-2", className)}>
      <Badge look={onTint ? "neutral" : "tint"}>{difficulty}</Badge>
      {prep_time !== null && (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span className="icon-[lucide--clock] size-4.5" aria-hidden />
          {prep_time} min
        </span>
      )}
      {servings !== null && (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <span className="icon-[lucide--utensils] size-4.5" aria-hidden />
          {servings} {servings === 1 ? "porção" : "porções"}
        </span>
      )}
    </p>
  );
}
