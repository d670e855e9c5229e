import { Hono } from "hono";
import type { Pages } from "#app/entry.server.tsx";
import type { Shop } from "#app/shop.ts";

export type AppDependencies = { shop: Shop; pages: () => Promise<Pages> };

/** The whole shop as one function from Request to Response. */
export function createApp({ shop, pages }: AppDependencies): Hono {
  const app = new Hono();
  app.all("*", async (c) => (await pages())(c.req.raw, shop));
  return app;
}
