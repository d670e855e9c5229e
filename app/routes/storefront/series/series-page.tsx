import { data, redirect } from "react-router";
import { useRefetch } from "#app/client/refetch.ts";
import { shopContext } from "#app/context.ts";
import { areaPath } from "#app/shared/paths.ts";
import { SeriesList } from "#app/ui/series/series-list.tsx";
import { LinkErrorPage, linkPageMeta } from "../frame/link-page.tsx";
import type { Route } from "./+types/series-page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const seriesId = await shop.series.resolveLink(params.ref);
  if (seriesId) return { series: await shop.series.list({ seriesId }) };
  if (await shop.series.isLinkOfAll(params.ref)) throw redirect(areaPath);
  throw data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return linkPageMeta(matches[0].loaderData, "Pedidos que se repetem");
}

/** An order that repeats, behind a private link. */
export default function SeriesPage({ loaderData: { series }, params }: Route.ComponentProps) {
  const refetch = useRefetch();
  return (
    <div className="shell flex max-w-3xl flex-col gap-6 py-5 pb-16 md:py-12 md:pb-24">
      <header>
        <h1 className="text-4xl">Pedidos que se repetem</h1>
        <p className="text-lg text-muted">
          O pedido é feito um dia antes do prazo. Até lá, mude, pule ou pause aqui.
        </p>
      </header>
      <SeriesList
        level={2}
        series={series}
        pathOf={() => `/api/series-links/${params.ref}`}
        refetch={refetch}
      />
    </div>
  );
}

export function ErrorBoundary() {
  const wrong = [
    "Repetição não encontrada",
    "O link está incompleto, ou a loja o trocou. Peça o novo a ela.",
  ] as const;
  return <LinkErrorPage icon="icon-[lucide--repeat]" texts={{ 404: wrong }} />;
}
