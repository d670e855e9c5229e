import type { z } from "@hono/zod-openapi";
import {
  priceChangeSchema,
  pricedProductSchema,
  priceUndoSchema,
} from "#app/domain/catalogue/price-change.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { adminRoutes } from "./routes.ts";

const id = "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55";
/** 10,000 products with their versions. */
const maxBodyBytes = 1024 * 1024;

const changeDescription = `\
Muda os preços de todas as opções e quantidades dos produtos, em uma só transação, e com \`dry_run\` só mostra como ficariam.
Cada produto é mudado só se a sua versão ainda é a lida; os que mudaram ou ficariam com preços inválidos são recusados, um a
um.`;

const undoDescription = `\
Volta aos preços de antes de \`POST /products/prices\`, por ${undoMinutes} minutos. Envie as versões que a mudança mostrou: um produto
gravado desde então é recusado.`;

/** POST /products/prices and /products/prices/undo: the prices of many products. */
export function addProductPriceRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { list } = adminRoutes(api, deps, "Catálogo");
  const priced = pricedProductSchema.meta({ id: "PricedProduct" });
  const answer: [string, typeof priced, z.input<typeof priced>] = [
    "O que mudou em cada produto, na ordem enviada.",
    priced,
    {
      id,
      title: "Polpa de açaí",
      status: "changed",
      version: 4,
      prices: [{ unit: "pacote", from: 1, before: 42.9, after: 44.9 }],
    },
  ];
  const example = { products: [{ id, version: 3 }] };
  list({
    method: "post",
    path: "/products/prices",
    summary: "Muda os preços de muitos produtos",
    description: changeDescription,
    body: [
      priceChangeSchema.meta({ id: "PriceChange" }),
      { ...example, percent: 5, round_to: "0.90" },
    ],
    maxBodyBytes,
    answer,
    run: ({ author, body }) => shop.changeManyPrices(author, body),
  });
  list({
    method: "post",
    path: "/products/prices/undo",
    summary: "Desfaz uma mudança de preços",
    description: undoDescription,
    body: [priceUndoSchema.meta({ id: "PriceUndo" }), example],
    maxBodyBytes,
    answer,
    run: ({ author, body }) => shop.undoPriceChange(author, body.products),
  });
}
