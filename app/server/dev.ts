import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import { createServer as createVite } from "vite";
import { openDatabase } from "#app/platform/database/open.ts";
import { createApp } from "#app/server/app.ts";
import type { PagesBuild } from "#app/server/pages.ts";
import { createShop } from "#app/shop.ts";

const { database } = await openDatabase({ dataDir: process.env.DATA_DIR ?? "./data", log: pino() });
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
const app = createApp({
  shop: createShop({ database }),
  pages: async () => {
    const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as PagesBuild;
    return build.entry.module.createPages(build, "development");
  },
});
const listener = getRequestListener(app.fetch);
const server = createServer((request, response) => {
  vite.middlewares(request, response, () => void listener(request, response));
});
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? "127.0.0.1");
