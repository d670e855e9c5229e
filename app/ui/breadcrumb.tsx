import { Link } from "react-router";
import { classNames } from "./class-names.ts";

type Crumb = { label: string; to?: string };

type BreadcrumbProps = {
  crumbs: readonly Crumb[];
  /** One low line without the page itself, whose title follows. */
  isCompact?: boolean;
};

/** The last crumb is the page itself, without address. */
export function Breadcrumb({ crumbs, isCompact = false }: BreadcrumbProps) {
  return (
    <nav aria-label="Você está em">
      <ol className="flex flex-wrap items-center gap-x-2">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={label}
            className={classNames("flex items-center gap-2", isCompact && !to && "sr-only")}
          >
            {index > 0 && (
              <span className="icon-[lucide--chevron-right] size-4 opacity-70" aria-hidden />
            )}
            {to ? (
              <Link
                to={to}
                className={classNames(
                  "inline-flex items-center hover:underline",
                  isCompact ? "min-h-6" : "min-h-11",
                )}
              >
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
