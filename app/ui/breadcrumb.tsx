import { Link } from "react-router";

export type Crumb = { label: string; to?: string };

/** The last crumb is the page itself, without address. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Você está em">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className="flex items-center gap-2">
            {index > 0 && (
              <span className="icon-[lucide--chevron-right] size-4 opacity-70" aria-hidden />
            )}
            {to ? (
              <Link to={to} className="inline-flex min-h-11 items-center hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="font-semibold">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
