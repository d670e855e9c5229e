import type { Category } from "#app/domain/catalogue/schema.ts";
import { CategoryCard } from "./category-card.tsx";

export function HomeCategories({ categories }: { categories: readonly Category[] }) {
  return (
    <section aria-labelledby="categorias" className="section shell">
      <h2 id="categorias" className="text-3xl">
        Quatro prateleiras, tudo a −18 °C
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-3 md:mt-8 md:gap-5 lg:grid-cols-4">
        {categories.map((category) => (
          <li key={category.id}>
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </section>
  );
}
