import {
  priceChangeSchema,
  pricedProductSchema,
  priceUndoSchema,
} from "#app/domain/catalogue/price-change.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { completeList, jsonContent, jsonRequestBody, listSchema } from "./json-content.ts";
import { adminRoute } from "./routes.ts";

const tags = ["Catálogo"];
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
  const list = listSchema(pricedProductSchema.meta({ id: "PricedProduct" }));
  const response = {
    description: "O que mudou em cada produto, na ordem enviada.",
    content: jsonContent(
      list,
      completeList([
        {
          id,
          title: "Polpa de açaí",
          status: "changed" as const,
          version: 4,
          prices: [{ unit: "pacote" as const, from: 1, before: 42.9, after: 44.9 }],
        },
      ]),
    ),
  };
  const example = { products: [{ id, version: 3 }] };
  const change = adminRoute(
    deps,
    {
      method: "post",
      path: "/products/prices",
      tags,
      summary: "Muda os preços de muitos produtos",
      description: changeDescription,
      request: {
        body: jsonRequestBody(priceChangeSchema.meta({ id: "PriceChange" }), {
          ...example,
          percent: 5,
          round_to: "0.90",
        }),
      },
      responses: { 200: response },
    },
    maxBodyBytes,
  );
  api.openapi(change, async (c) => {
    const body = c.req.valid("json");
    return c.json(completeList(await deps.shop.changeManyPrices(c.get("author"), body)), 200);
  });
  const undo = adminRoute(
    deps,
    {
      method: "post",
      path: "/products/prices/undo",
      tags,
      summary: "Desfaz uma mudança de preços",
      description: undoDescription,
      request: { body: jsonRequestBody(priceUndoSchema.meta({ id: "PriceUndo" }), example) },
      responses: { 200: response },
    },
    maxBodyBytes,
  );
  api.openapi(undo, async (c) => {
    const { products } = c.req.valid("json");
    return c.json(completeList(await deps.shop.undoPriceChange(c.get("author"), products)), 200);
  });
}
