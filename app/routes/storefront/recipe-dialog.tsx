import { recipeSteps } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RecipeFacts } from "./recipe-facts.tsx";
import { type RecipeProduct, RecipeProducts } from "./recipe-products.tsx";
import { TextBlocks } from "./text-blocks.tsx";

type RecipeDialogProps = {
  recipe: Recipe;
  products: readonly RecipeProduct[];
  open: boolean;
  onClose: () => void;
  closeTo: string;
};

/** A recipe whole: what it takes, how it is made, and which of the shop's goods go into it. */
export function RecipeDialog({ recipe, products, open, onClose, closeTo }: RecipeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} closeTo={closeTo} title={recipe.title} wide>
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
