import { Link } from "react-router";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import type { Category } from "#app/domain/catalogue/schema.ts";
import { Picture } from "#app/ui/picture.tsx";

type CategoryCardProps = {
  category: Category;
  /** Shown above the name, for example "23 produtos". */
  note?: string;
  /** Shows the category's description. */
  described?: boolean;
  priority?: boolean;
};

/** A link to a category: its picture and name on its own colour. */
export function CategoryCard({ category, note, described, priority }: CategoryCardProps) {
  const Heading = described ? "h2" : "h3";
  return (
    <article
      data-tint={category.slug}
      className="group facet relative flex h-full flex-col overflow-hidden rounded-md bg-tint-deep text-on-tint-deep"
    >
      <div className="overflow-hidden">
        <Picture
          src={category.image_url}
          alt=""
          width={640}
          height={480}
          sizes={
            described
              ? "(min-width: 80rem) 39rem, (min-width: 48rem) 48vw, 92vw"
              : "(min-width: 64rem) 24vw, calc(50vw - 1.4rem)"
          }
          priority={priority}
          className={`object-right transition duration-250 group-hover:scale-[1.04] ${described ? "aspect-[2/1]" : "aspect-square lg:aspect-[4/5]"}`}
        />
      </div>
      <div className={`flex grow flex-col gap-1 ${described ? "p-5 md:p-7" : "p-3.5 md:p-5"}`}>
        {note && <p className="opacity-85">{note}</p>}
        <div className="flex items-end justify-between gap-3">
          <Heading className={described ? "text-3xl" : "text-xl"}>
            <Link
              to={categoryPath(category.slug)}
              prefetch="intent"
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:shadow-none focus-visible:after:outline-4 focus-visible:after:outline-offset-[-6px] focus-visible:after:outline-current"
            >
              {category.name}
            </Link>
          </Heading>
          <span
            className={`icon-[lucide--arrow-right] size-6 shrink-0 transition group-hover:translate-x-1 ${described ? "" : "max-sm:hidden"}`}
            aria-hidden
          />
        </div>
        {described && <p className="max-w-prose text-lg">{category.description}</p>}
      </div>
    </article>
  );
}
