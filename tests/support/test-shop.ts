import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { onTestFinished } from "vitest";
import type { Pages } from "#app/entry.server.tsx";
import type { OpenDatabase } from "#app/platform/database/database.ts";
import { readEnvironment } from "#app/platform/env.ts";
import { createLog, type Log } from "#app/platform/log.ts";
import sourceConfig from "#app/routes.ts";
import type { StaticFiles } from "#app/server/http/static-files.ts";
import { openShop } from "#app/server/open-shop.ts";
import type { RouteManifest } from "#app/server/pages/page-routes.ts";

export type TestResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type BuiltRoute = RouteManifest[string];

type TestShopOptions = {
  opened: OpenDatabase;
  pages?: Pages;
  routes?: RouteManifest;
  files?: StaticFiles;
  env?: Record<string, string>;
  log?: Log;
};

/** A shop that listens on a free loopback port until the test ends. */
export async function listenForTest({
  opened,
  pages = titlesPage,
  routes = sourceRoutes,
  files,
  env,
  log = createLog("silent"),
}: TestShopOptions) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "pomar-test-"));
  const environment = readEnvironment({ DATA_DIR: dataDir, ...env });
  if (!environment.ok) throw new Error(environment.problem);
  const { listener, app, live } = openShop({
    env: environment.env,
    opened,
    pages,
    routes,
    ...(files && { files }),
    log,
  });
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dataDir, { recursive: true });
  });
  return { app, live, dataDir, port, ask: createRequester(port) };
}

/** The routes as in a build, whose ids are their files if not given. */
export const sourceRoutes: RouteManifest = Object.fromEntries(
  [{ id: "root", path: "" }, ...flattenRoutes(sourceConfig, "root")].map((route) => [
    route.id,
    route,
  ]),
);

function flattenRoutes(entries: readonly RouteConfigEntry[], parentId: string): BuiltRoute[] {
  return entries.flatMap(
    ({ file, id = file.replace(/\.\w+$/, ""), path, index, children = [] }) => {
      return [{ id, parentId, path, index }, ...flattenRoutes(children, id)];
    },
  );
}

/** Sends requests without decompression, redirects or path normalization. */
function createRequester(port: number) {
  return async (
    target: string,
    headers: Record<string, string> = {},
    { method = "GET", body }: { method?: string; body?: string } = {},
  ): Promise<TestResponse> => {
    const sent = httpRequest({ port, host: "127.0.0.1", path: target, method, headers });
    sent.end(body);
    const [response] = await once(sent, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  };
}

/** Sends bytes that no HTTP client would send; resolves with the response bytes. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A minimal page: product titles and an inline script; 404 for paths that start with /nada. */
export const titlesPage: Pages = async (request, { shop, nonce }) => {
  const { pathname, search } = new URL(request.url);
  const titles = (await shop.catalogue.listProducts({ limit: 250 })).items.map(
    ({ title }) => title,
  );
  const html = `<script nonce="${nonce}">go()</script><p>${titles.join(", ")}</p><i>${search}</i>${" ".repeat(600)}`;
  return new Response(html, {
    status: pathname.startsWith("/nada") ? 404 : 200,
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
};
