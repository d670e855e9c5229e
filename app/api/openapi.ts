import { OpenAPIHono } from "@hono/zod-openapi";
import type { Api } from "./api.ts";

const about = {
  openapi: "3.1.0",
  info: {
    title: "Pomar",
    version: "1.0.0",
    description:
      "A loja para programas: catálogo, receitas, configurações, CEP e envio de pedidos. Valores em reais, instantes " +
      "em ISO 8601 (UTC). Erros são application/problem+json (RFC 9457).",
  },
  servers: [{ url: "/" }],
};

/** GET /openapi.json: the description of everything added to `api`, made when first asked for. */
export function addOpenApi(api: Api): void {
  let document: string | undefined;
  api.get("/openapi.json", (c) => {
    document ??= JSON.stringify(new OpenAPIHono().route("/api", api).getOpenAPI31Document(about));
    return c.body(document, 200, { "Content-Type": "application/json" });
  });
}
