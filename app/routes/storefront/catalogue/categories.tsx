import type { PageHandle } from "#app/client/changes.ts";
import { shopContext } from "#app/context.ts";
import { categoryPath, formatProductCount } from "#app/domain/catalogue/rules.ts";
import { Breadcrumb } from "#app/ui/page-hero.tsx";
import { siteMeta } from "../frame/seo.ts";
import { breadcrumbData, listData } from "../frame/structured-data.ts";
import type { Route } from "./+types/categories";
import { CategoryCard } from "./category-card.tsx";
import { CategoryHelp } from "./category-help.tsx";

export const handle: PageHandle = { shows: ["categories", "products"] };

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, counts] = await Promise.all([
    shop.catalogue.listVisibleCategories(),
    shop.catalogue.countByCategory(),
  ]);
  return categories.map((category) => ({ category, count: 0, ...counts.get(category.slug) }));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = matches[0].loaderData;
  const categories = loaderData?.map(({ category }) => category) ?? [];
  const entries = import.meta.env.SSR
    ? categories.map(({ name, slug }) => ({ name, path: categoryPath(slug) }))
    : [];
  return siteMeta(site, {
    title: "Produtos",
    description: `${categories.map(({ name }) => name).join(", ") || "Produtos"}: veja preços e disponibilidade e monte seu pedido.`,
    path: "/produtos",
    structuredData:
      import.meta.env.SSR && site
        ? [breadcrumbData(site, [{ name: "Produtos", path: "/produtos" }]), listData(site, entries)]
        : [],
  });
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="shell pb-16 md:pb-24">
      <header className="py-5 md:py-10">
        <Breadcrumb crumbs={[{ label: "Início", to: "/" }, { label: "Produtos" }]} />
        <h1 className="mt-3 text-4xl">Nossos produtos</h1>
      </header>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-6">
        {loaderData.map(({ category, count, from }, index) => (
          <li key={category.id}>
            <CategoryCard
              category={category}
              note={formatProductCount(count)}
              from={from}
              isWide
              priority={index === 0}
            />
          </li>
        ))}
      </ul>
      <CategoryHelp />
    </div>
  );
}
