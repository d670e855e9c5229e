import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { afterAll, expect, it } from "vitest";
import { createShop } from "#app/shop.ts";
import {
  createSender,
  email,
  password,
  prepareAdministrator,
} from "#tests/integration/administrator.ts";
import { close, listen } from "#tests/integration/api-shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { findAdministrator, requireAdmin } from "./guard.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
let time = Date.now();
const shop = createShop({
  database,
  postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  now: () => new Date(time),
  pictures: createMemoryPictures(),
});
const deps = { shop, ownOrigin: () => "https://loja.example" };
const guarded = new Hono()
  .all("/guarded", requireAdmin(deps, undefined), (c) => c.json(c.get("administrator")))
  .get("/public", async (c) => c.json({ email: (await findAdministrator(deps, c))?.email }));
guarded.onError((error) => {
  if (error instanceof HTTPException) return error.getResponse();
  throw error;
});
const server = createServer(getRequestListener(guarded.fetch));
const url = await listen(server);
afterAll(() => close(server));
const send = createSender(url);

async function session(): Promise<{ Cookie: string }> {
  const entered = await shop.people.signIn({ email, password }, {});
  if (!entered.ok) throw new Error(entered.reason);
  return { Cookie: `theme=dark; pomar_session=${entered.token}` };
}

async function token(scope: "read" | "write"): Promise<{ Authorization: string }> {
  const created = await shop.people.createApiToken(email, { name: "ERP", scope });
  return { Authorization: `Bearer ${created.token}` };
}

it("rejects requests without valid credentials, reads included", async () => {
  const invalid: Record<string, string>[] = [
    {},
    { Cookie: "pomar_session=x" },
    { Authorization: "Bearer pomar_x" },
    { Authorization: "Basic YTpi" },
    { Authorization: "" },
  ];
  for (const headers of invalid) {
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      const response = await send(method, "/guarded", undefined, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  }
});

it("accepts reads and writes of the administrator's session from the shop's own pages", async () => {
  const headers = { ...(await session()), Origin: "https://loja.example" };
  for (const method of ["GET", "POST"]) {
    const response = await send(method, "/guarded", undefined, headers);
    expect(await response.json()).toMatchObject({ via: "session", email });
  }
});

it("rejects a write that another site's page sends with the cookie", async () => {
  const headers = { ...(await session()), Origin: "https://outra.example" };
  expect((await send("POST", "/guarded", undefined, headers)).status).toBe(403);
});

it("rejects a session that has expired or was ended", async () => {
  const headers = await session();
  time += 25 * 3_600_000;
  expect((await send("GET", "/guarded", undefined, headers)).status).toBe(401);
  const ended = await session();
  await shop.people.endSession(ended.Cookie.split("pomar_session=")[1] ?? "");
  expect((await send("GET", "/guarded", undefined, ended)).status).toBe(401);
});

it("limits a token to its scope", async () => {
  const [reader, writer] = [await token("read"), await token("write")];
  expect((await send("GET", "/guarded", undefined, reader)).status).toBe(200);
  const rejected = await send("POST", "/guarded", undefined, reader);
  expect(rejected.status).toBe(403);
  expect(await rejected.json()).toMatchObject({ type: "urn:pomar:out-of-scope" });
  const written = await send("POST", "/guarded", undefined, writer);
  expect(await written.json()).toMatchObject({ via: "token", email, scope: "write" });
});

it("never falls back to the cookie when a token is given", async () => {
  const headers = { ...(await session()), Authorization: "Bearer pomar_unknown" };
  expect((await send("GET", "/guarded", undefined, headers)).status).toBe(401);
});

it("identifies the administrator on a public route", async () => {
  expect(await (await send("GET", "/public")).json()).toEqual({});
  expect(await (await send("GET", "/public", undefined, await session())).json()).toEqual({
    email,
  });
});
