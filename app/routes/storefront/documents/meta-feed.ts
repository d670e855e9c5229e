import { shopContext } from "#app/context.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Route } from "./+types/meta-feed";
import { metaFeedHeading, metaFeedLines } from "./meta-feed-csv.ts";

/** GET /feeds/meta.csv, if the settings enable it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const settings = await shop.readSettings();
  if (!settings.catalogue_feed) {
    return new Response("Não encontrado\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const { origin } = new URL(request.url);
  const lines = [metaFeedHeading];
  for await (const products of shop.streamProducts()) {
    lines.push(metaFeedLines(products, { origin, name: siteName(settings) }));
  }
  return new Response(lines.join(""), { headers: { "Content-Type": "text/csv; charset=utf-8" } });
}
