import { useRouteLoaderData } from "react-router";
import { summarise } from "#app/domain/seo/rules.ts";
import type { loader } from "#app/root.tsx";

type SearchPreviewProps = { title: string; description: string; longest: number };

const longestTitle = 60;

/** The site's entry in a list of search results, as it would look with what is typed. */
export function SearchPreview({ title, description, longest }: SearchPreviewProps) {
  const origin = useRouteLoaderData<typeof loader>("root")?.origin ?? "";
  return (
    <figure className="rounded-md border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-sm text-muted">Prévia do resultado</figcaption>
      <p className="truncate text-sm text-muted">{origin}</p>
      <p className="text-lg font-semibold wrap-anywhere text-info-ink">
        {summarise(title, longestTitle)}
      </p>
      <p className="wrap-anywhere">
        {summarise(description, longest) || "Sem descrição, a busca escolhe um trecho da página."}
      </p>
    </figure>
  );
}
