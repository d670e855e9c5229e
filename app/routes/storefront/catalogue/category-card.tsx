import { Link } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { categoryLabel, categoryPath } from "#app/domain/catalogue/rules.ts";
import { Picture, sourceSet } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

type CategoryCardProps = {
  category: Category;
  /** Shown above the name, for example "23 produtos". */
  note?: string;
  /** The least price of a product, in BRL. */
  from?: number | undefined;
  /** The card takes half of a wide window: it has the wide picture and larger texts. */
  isWide?: boolean;
  priority?: boolean;
};

/** A link to a category: its picture and name on its own color. */
export function CategoryCard({ category, note, from, isWide, priority }: CategoryCardProps) {
  const Heading = isWide ? "h2" : "h3";
  return (
    <article
      data-tint={category.tint ?? undefined}
      className="group facet relative flex h-full flex-col overflow-hidden rounded-md bg-tint-deep text-on-tint-deep"
    >
      <div className="overflow-hidden">
        <CategoryPicture category={category} isWide={isWide} priority={priority} />
      </div>
      <div
        className={`flex grow flex-col gap-1 ${isWide ? "p-5 md:p-7" : "px-0.5 py-1.5 max-md:text-center md:p-5"}`}
      >
        {note && <p className="opacity-85">{note}</p>}
        <div className="flex items-end justify-between gap-3">
          <Heading
            className={
              isWide
                ? "text-3xl"
                : "text-base max-md:grow max-md:font-sans max-md:tracking-tight md:text-xl"
            }
          >
            <Link
              to={categoryPath(category.slug)}
              prefetch="intent"
              aria-label={isWide ? undefined : category.name}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:shadow-none focus-visible:after:outline-4 focus-visible:after:outline-offset-[-6px] focus-visible:after:outline-current"
            >
              {isWide ? (
                category.name
              ) : (
                <>
                  <span className="md:hidden">{categoryLabel(category)}</span>
                  <span className="max-md:hidden">{category.name}</span>
                </>
              )}
            </Link>
          </Heading>
          <span
            className={`icon-[lucide--arrow-right] size-6 shrink-0 transition group-hover:translate-x-1 ${isWide ? "" : "max-lg:hidden"}`}
            aria-hidden
          />
        </div>
        {from !== undefined && (
          <p className="text-lg">
            a partir de <Price amount={from} className="font-bold" />
          </p>
        )}
      </div>
    </article>
  );
}

type CategoryPictureProps = Pick<CategoryCardProps, "category" | "priority"> & { isWide?: boolean };

/** The composition for the card's shape: 14:5, else 4:5 from 1024 px and 1:1 below. */
function CategoryPicture({ category, isWide, priority }: CategoryPictureProps) {
  const { image_url, image_tall_url, image_wide_url } = category;
  const shared = {
    alt: "",
    priority,
    isWhole: image_tall_url !== null && image_wide_url !== null,
    className: `transition duration-250 group-hover:scale-[1.04] ${isWide ? "aspect-[14/5]" : "aspect-[2/1] min-[22rem]:aspect-[4/3] md:aspect-square lg:aspect-[4/5]"}`,
  };
  if (isWide) {
    const src = image_wide_url ?? image_url;
    return <Picture {...shared} src={src} width={640} height={229} sizes={wideSizes} />;
  }
  return (
    <picture className="contents">
      {image_tall_url && (
        <source
          media="(min-width: 64rem)"
          srcSet={sourceSet(image_tall_url, 320) ?? image_tall_url}
          width={320}
          height={400}
          sizes="(min-width: 80rem) 19rem, 24vw"
        />
      )}
      <Picture {...shared} src={image_url} width={480} height={480} sizes={photoSizes} />
    </picture>
  );
}

const wideSizes = "(min-width: 80rem) 39rem, (min-width: 48rem) 48vw, 92vw";
/** A third wider than the box: a landscape photo is cropped at its sides. */
const photoSizes = "33vw";
