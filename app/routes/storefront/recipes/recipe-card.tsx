import type { Recipe } from "#app/domain/recipes/schema.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { DialogLink } from "#app/ui/dialog-address.tsx";
import { Picture } from "#app/ui/picture.tsx";

/** The fields that lists show. */
export type RecipeSummary = Pick<
  Recipe,
  | "id"
  | "slug"
  | "title"
  | "category"
  | "difficulty"
  | "short_desc"
  | "prep_time"
  | "servings"
  | "image_url"
  | "is_featured"
>;

/** The card is one link. Picture at the left on phones, on top from 640 px and where the text is large. */
export function RecipeCard({ recipe, to }: { recipe: RecipeSummary; to: string }) {
  return (
    <article className="group relative grid h-full grid-cols-[min(7.5rem,35%)_minmax(0,1fr)] @max-[14rem]:grid-cols-1 overflow-hidden rounded-lg border border-line bg-background transition hover:shadow-lift sm:grid-cols-1 sm:grid-rows-[auto_1fr]">
      <div className="overflow-hidden bg-tint">
        <Picture
          src={recipe.image_url}
          alt=""
          width={480}
          height={360}
          sizes="(min-width: 80rem) 24rem, (min-width: 64rem) 31vw, (min-width: 40rem) 47vw, 18rem"
          className="h-full transition duration-250 group-hover:scale-[1.03] sm:aspect-[4/3]"
        />
      </div>
      <div className="flex flex-col gap-2 p-4 sm:p-5">
        <p className="text-muted">{recipe.category}</p>
        <h3 className="text-xl">
          <DialogLink
            to={to}
            prefetch="intent"
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-foreground"
          >
            {recipe.title}
          </DialogLink>
        </h3>
        <p className="line-clamp-2 text-muted max-sm:hidden">{recipe.short_desc}</p>
        <RecipeFacts {...recipe} className="mt-auto pt-1" />
      </div>
    </article>
  );
}

type RecipeFactsProps = Pick<Recipe, "difficulty" | "prep_time" | "servings"> & {
  /** On a tinted surface the badge is neutral. */
  onTint?: boolean;
  className?: string;
};

/** Difficulty, time and servings, as far as they are set. */
export function RecipeFacts({
  difficulty,
  prep_time,
  servings,
  onTint = false,
  className,
}: RecipeFactsProps) {
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-4 gap-y-2", className)}>
      <Badge variant={onTint ? "neutral" : "tint"}>{difficulty}</Badge>
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
