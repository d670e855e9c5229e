import { NavLink } from "react-router";
import { categoryPages } from "#app/domain/catalogue/rules.ts";

/** The four categories, always one tap away under the header. */
export function CategoryTabs() {
  return (
    <nav
      aria-label="Categorias"
      className="sticky top-16 z-20 border-b border-line bg-background md:top-18"
    >
      <ul className="shell flex gap-1 overflow-x-auto py-1.5 sm:gap-2">
        {categoryPages.map(({ slug, path, tab }) => (
          <li key={slug} data-tint={slug} className="grow sm:grow-0">
            <NavLink
              to={path}
              prefetch="intent"
              className="flex min-h-11 items-center justify-center gap-2 rounded-md px-2.5 font-semibold transition hover:bg-tint hover:text-tint-ink focus-visible:outline-offset-[-3px] aria-[current=page]:bg-tint-deep aria-[current=page]:text-on-tint-deep sm:px-4"
            >
              {tab}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
