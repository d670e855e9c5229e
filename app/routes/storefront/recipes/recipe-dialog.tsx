import { Link } from "react-router";
import { productPath } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { recipeSteps } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { ProductPurchase } from "../catalogue/product-purchase.tsx";
import { useOption } from "../catalogue/sale-options.tsx";
import { useTint } from "../frame/use-tint.ts";
import { RecipeFacts } from "./recipe-card.tsx";

type RecipeDialogProps = {
  recipe: Recipe;
  products: readonly Product[];
  open: boolean;
  onClose: () => void;
  closeTo: string;
};

export function RecipeDialog({ recipe, products, open, onClose, closeTo }: RecipeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeTo={closeTo}
      title={recipe.title}
      wide
      className="tall"
    >
      <div className="grid gap-x-10 gap-y-6 pb-8 md:grid-cols-[2fr_3fr] md:gap-y-8 md:p-8">
        <Picture
          src={recipe.image_url}
          alt=""
          width={640}
          height={480}
          sizes="(min-width: 48rem) 22rem, 100vw"
          priority
          className="aspect-[2/1] md:aspect-[4/3] md:rounded-md"
        />
        <div className="flex flex-col gap-4 px-5 md:px-0">
          <RecipeFacts {...recipe} />
          <TextBlocks text={recipe.long_desc || recipe.short_desc} className="text-lg" />
        </div>
        <div className="flex flex-col gap-8 px-5 md:px-0">
          <Ingredients lines={recipe.ingredients} />
          <RecipeProducts products={products} />
        </div>
        <Steps steps={recipeSteps(recipe.instructions)} />
      </div>
    </Dialog>
  );
}

function Ingredients({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="text-xl">Ingredientes</h3>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={line} className="py-2.5">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <section className="px-5 md:px-0">
      <h3 className="text-xl">Modo de preparo</h3>
      <ol className="mt-4 flex flex-col gap-5">
        {steps.map((step, index) => (
          <li key={step} id={`passo-${index + 1}`} className="grid grid-cols-[2.5rem_1fr] gap-x-3">
            <span
              aria-hidden
              className="facet-small grid size-10 place-items-center bg-tint font-display text-xl font-bold text-tint-ink"
            >
              {index + 1}
            </span>
            <p className="pt-1.5">{step}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Products named in the ingredients, each linked to its dialog, to be added here. */
function RecipeProducts({ products }: { products: readonly Product[] }) {
  if (products.length === 0) return null;
  return (
    <section>
      <h3 className="text-xl">Você encontra na loja</h3>
      <ul className="mt-3 flex flex-col gap-2">
        {products.map((product) => (
          <li key={product.id}>
            <ProductLink product={product} />
            <ProductPurchase product={product} className="mt-2 mb-4" />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductLink({ product }: { product: Product }) {
  const option = useOption(product);
  return (
    <Link
      to={productPath(product)}
      data-tint={useTint(product.category)}
      className="flex items-center gap-3 rounded-md bg-sunken pr-3 transition hover:bg-tint hover:text-tint-ink"
    >
      <span className="size-18 shrink-0 overflow-hidden rounded-md">
        <Picture
          src={product.images[0]}
          alt=""
          width={72}
          height={72}
          sizes="4.5rem"
          className="h-full"
        />
      </span>
      <span className="min-w-0 grow py-2">
        <span className="block leading-snug font-semibold">{product.title}</span>
        <Price amount={option.price} /> por {option.unit}
      </span>
      <span className="icon-[lucide--chevron-right] size-5 shrink-0" aria-hidden />
    </Link>
  );
}

/** Text from the back office; blank lines separate paragraphs. */
function TextBlocks({ text, className }: { text: string; className?: string }) {
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== "");
  return blocks.map((block) => (
    <p key={block} className={classNames("max-w-prose whitespace-pre-line", className)}>
      {block.trim()}
    </p>
  ));
}
