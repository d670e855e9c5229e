import { type ReactNode, useState } from "react";
import type { PageHandle } from "#app/client/changes.ts";
import { type LoaderShop, shopContext } from "#app/context.ts";
import { isAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { homeHero } from "#app/domain/company/company.ts";
import type { PageTexts } from "#app/domain/company/company-schema.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { featuredRecipe } from "#app/domain/recipes/rules.ts";
import type { Recipe } from "#app/domain/recipes/schema.ts";
import { lineTotal } from "#app/shared/money.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { homeMeta } from "../frame/business-data.ts";
import { useSite } from "../frame/site.ts";
import { useMyOrders } from "../my-orders/menu-item.tsx";
import type { Route } from "./+types/home";
import {
  HomeAbout,
  HomeCategories,
  HomeChat,
  HomeHero,
  HomePremium,
  HomeProducts,
  HomeRecipes,
} from "./home-sections.tsx";

const recipesShown = 3;

const lastOrder = lateComponent(
  () => import("./last-order.tsx"),
  ({ LastOrder }) => LastOrder,
);

export const handle: PageHandle = { shows: ["products", "categories", "recipes"] };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, categories, recipes] = await Promise.all([
    shop.delivery.readPublicSettings(),
    shop.catalogue.listVisibleCategories(),
    shop.recipes.listVisible(),
  ]);
  const starters = await Promise.all(categories.map(({ slug }) => findStarter(shop, slug)));
  return {
    hero: homeHero(settings),
    texts: settings.page_texts,
    categories,
    products: starters.flat(),
    recipes: appetizers(recipes),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return homeMeta(matches[0].loaderData);
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { hero, texts, categories, products, recipes } = loaderData;
  const LastOrder = useLateComponent(lastOrder, useMyOrders() !== undefined);
  const [isOrderShown, setOrderShown] = useState(false);
  return (
    <>
      {/* The last order takes the place of the hero, whose size stays: nothing below moves. */}
      <div className="grid *:[grid-area:1/1]">
        <HomeHero {...hero} isCovered={isOrderShown} />
        {LastOrder && <LastOrder isShown={isOrderShown} onShow={setOrderShown} />}
      </div>
      <HomeCategories title={texts?.categories_title} categories={categories} />
      <HomeProducts products={products} />
      <HomePremium text={texts?.premium_text} />
      {texts && texts.steps.length > 0 && <HomeSteps texts={texts} product={products[0]} />}
      <HomeRecipes recipes={recipes} />
      <HomeAbout texts={texts} />
      <HomeChat text={texts?.help_text} />
    </>
  );
}

/** The first available product of a category, in the order of the back office. */
async function findStarter(shop: LoaderShop, category: string): Promise<Product[]> {
  const sort = { name: "available", descending: false } as const;
  const request = { category, sort, brief: true, limit: 1 };
  return (await shop.catalogue.listFirstProducts(request)).items.filter(isAvailable);
}

/** A few recipes, the featured one first, without the fields that only the recipe's dialog shows. */
function appetizers(recipes: readonly Recipe[]) {
  const featured = featuredRecipe(recipes);
  return [...recipes]
    .sort((a, b) => Number(b === featured) - Number(a === featured))
    .slice(0, recipesShown)
    .map(({ ingredients, instructions, long_desc, ...summary }) => summary);
}

type HomeStepsProps = { texts: PageTexts; product: Product | undefined };

/** The steps of an order: the first three with a sample, the last one with the shop's free delivery. */
function HomeSteps({ texts: { steps_title, steps }, product }: HomeStepsProps) {
  const delivery = useSite()?.settings.delivery_settings;
  const samples = [
    <CartSample key="cart" product={product} />,
    <FormSample key="form" />,
    <ChatSample key="chat" />,
  ];
  return (
    <section aria-labelledby="como-pedir" className="section shell max-md:py-7">
      <h2 id="como-pedir" className="text-3xl">
        {steps_title || "Como pedir"}
      </h2>
      <ol className="mt-4 grid gap-5 md:mt-8 md:gap-10 lg:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <Step key={title} number={index + 1} title={title} sample={samples[index]}>
            {text}
            {index === steps.length - 1 && <FreeDelivery delivery={delivery} />}
          </Step>
        ))}
      </ol>
    </section>
  );
}

type StepProps = {
  number: number;
  title: string;
  sample: ReactNode | undefined;
  children: ReactNode;
};

function Step({ number, title, sample, children }: StepProps) {
  return (
    <li className="items-center gap-8 md:grid md:grid-cols-2 lg:block">
      {sample && (
        <div
          aria-hidden
          className="facet grid h-48 content-center rounded-md bg-tint px-6 text-tint-ink select-none max-md:hidden"
        >
          {sample}
        </div>
      )}
      <div className="lg:mt-4">
        <h3 className="text-xl">
          {number}. {title}
        </h3>
        <p className="mt-1 text-muted md:text-lg">{children}</p>
      </div>
    </li>
  );
}

function FreeDelivery({ delivery }: { delivery: Settings["delivery_settings"] | undefined }) {
  if (!delivery?.delivery_fee || !delivery.free_delivery_minimum) return null;
  return (
    <>
      {" "}
      A partir de <Price amount={delivery.free_delivery_minimum} /> a entrega sai de graça.
    </>
  );
}

const cardClasses = "rounded-md bg-background text-foreground shadow-lift";
const sampleQuantity = 2;

function CartSample({ product }: { product: Product | undefined }) {
  if (!product) {
    return (
      <p className={`flex items-center gap-3 p-4 font-semibold ${cardClasses}`}>
        <span className="icon-[lucide--shopping-cart] size-6 shrink-0" />
        Seu carrinho
      </p>
    );
  }
  return (
    <div className={`flex items-center gap-3 p-2.5 ${cardClasses}`}>
      <div className="w-20 shrink-0 overflow-hidden rounded-sm">
        <Picture src={product.images[0]} alt="" width={80} height={80} sizes="5rem" />
      </div>
      <div className="min-w-0 grow">
        <p className="truncate font-semibold">{product.title}</p>
        <p className="text-muted">
          {sampleQuantity} × <Price amount={product.price} />
        </p>
        <Price cents={lineTotal(product.price, sampleQuantity)} className="text-lg font-bold" />
      </div>
    </div>
  );
}

function FormSample() {
  return (
    <div className={`flex flex-col gap-2.5 p-4 ${cardClasses}`}>
      {["Nome", "Contato", "Endereço"].map((label) => (
        <p key={label} className="flex items-center gap-2 border-b border-line pb-1.5">
          <span className="icon-[lucide--check] size-5 shrink-0 text-success-ink" />
          {label}
        </p>
      ))}
    </div>
  );
}

function ChatSample() {
  return (
    <div className="flex flex-col gap-2.5">
      <p className={`mr-6 rounded-bl-none px-4 py-2.5 ${cardClasses}`}>
        Recebemos seu pedido. Podemos confirmar?
      </p>
      <p className="ml-auto rounded-md rounded-br-none bg-primary px-4 py-2.5 text-on-primary">
        Pode, sim. Obrigada!
      </p>
    </div>
  );
}
