import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterAll, expect, it } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { memoryPictures } from "#app/platform/media/testing.ts";
import { createShop } from "#app/shop.ts";
import { asker, email, password, prepareAdministrator } from "#tests/integration/administrator.ts";
import { close, listen } from "#tests/integration/api-shop.ts";
import { findAdministrator, requireAdmin } from "./guard.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
let time = Date.now();
const shop = createShop({
  database,
  postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  now: () => new Date(time),
  pictures: memoryPictures(),
});
const deps = { shop, ownOrigin: () => "https://loja.example" };
const guarded = new Hono()
  .all("/goods", requireAdmin(deps), (c) => c.json(c.get("administrator")))
  .get("/anyone", async (c) => c.json({ email: (await findAdministrator(deps, c))?.email }));
guarded.onError((error) => {
  if (error instanceof HTTPException) return error.getResponse();
  throw error;
});
const server = createServer(getRequestListener(guarded.fetch));
const url = await listen(server);
afterAll(() => close(server));
const ask = asker(url);

async function session(): Promise<{ Cookie: string }> {
  const entered = await shop.auth.signIn({ email, password }, {});
  if (!entered.ok) throw new Error(entered.reason);
  return { Cookie: `theme=dark; pomar_session=${entered.token}` };
}

async function token(scope: "read" | "write"): Promise<{ Authorization: string }> {
  const made = await shop.auth.createApiToken(email, { name: "ERP", scope });
  return { Authorization: `Bearer ${made.token}` };
}

it("stops nobody in particular, reads included", async () => {
  const nobody: Record<string, string>[] = [
    {},
    { Cookie: "pomar_session=x" },
    { Authorization: "Bearer pomar_x" },
    { Authorization: "Basic YTpi" },
    { Authorization: "" },
  ];
  for (const headers of nobody) {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const response = await ask(method, "/goods", undefined, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  }
});

it("lets the administrator's session read and write from the shop's own pages", async () => {
  const headers = { ...(await session()), Origin: "https://loja.example" };
  for (const method of ["GET", "POST"]) {
    const response = await ask(method, "/goods", undefined, headers);
    expect(await response.json()).toMatchObject({ via: "session", email });
  }
});

it("refuses a write that another site's page sends with the cookie", async () => {
  const headers = { ...(await session()), Origin: "https://outra.example" };
  expect((await ask("POST", "/goods", undefined, headers)).status).toBe(403);
});

it("stops a session that has expired or was ended", async () => {
  const headers = await session();
  time += 25 * 3_600_000;
  expect((await ask("GET", "/goods", undefined, headers)).status).toBe(401);
  const ended = await session();
  await shop.auth.endSession(ended.Cookie.split("pomar_session=")[1] ?? "");
  expect((await ask("GET", "/goods", undefined, ended)).status).toBe(401);
});

it("lets a token do what its scope says", async () => {
  const [reader, writer] = [await token("read"), await token("write")];
  expect((await ask("GET", "/goods", undefined, reader)).status).toBe(200);
  const refused = await ask("POST", "/goods", undefined, reader);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ type: "urn:pomar:out-of-scope" });
  const written = await ask("POST", "/goods", undefined, writer);
  expect(await written.json()).toMatchObject({ via: "token", email, scope: "write" });
});

it("never falls back on the cookie where a token is given", async () => {
  const headers = { ...(await session()), Authorization: "Bearer pomar_unknown" };
  expect((await ask("GET", "/goods", undefined, headers)).status).toBe(401);
});

it("tells a route open to all whether the administrator asks", async () => {
  expect(await (await ask("GET", "/anyone")).json()).toEqual({});
  expect(await (await ask("GET", "/anyone", undefined, await session())).json()).toEqual({ email });
});
