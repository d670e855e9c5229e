import { absoluteUrl } from "#app/domain/seo/rules.ts";
import type { Route } from "./+types/llms";

/** GET /llms.txt: where programs find the API's description. */
export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    "# Loja",
    "",
    "> Catálogo e pedidos desta loja, em português do Brasil.",
    "",
    "## API",
    "",
    `- [Documentação](${absoluteUrl(request.url, "/api/docs")}): cada rota, com exemplos`,
    `- [OpenAPI 3.1](${absoluteUrl(request.url, "/api/openapi.json")}): o mesmo documento para programas`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
