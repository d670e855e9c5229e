import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { administrator } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { memoryPictures } from "#app/platform/media/testing.ts";
import { createShop } from "#app/shop.ts";
import { asker, email } from "./administrator.ts";
import { startApi } from "./api-shop.ts";
import { sessionCookie } from "./signed-in.ts";

/** What anybody may ask; every other route of the document is the administrator's. */
const everybodys = new Set([
  "post /api/auth/login",
  "post /api/auth/logout",
  "get /api/categories",
  "get /api/events",
  "get /api/health",
  "get /api/health/live",
  "post /api/orders",
  "get /api/postal-code/{cep}",
  "get /api/products",
  "get /api/recipes",
  "get /api/settings",
]);
const days = 24 * 3_600_000;

type Operation = { security?: Record<string, string[]>[] };
type OpenApi = { paths: Record<string, Record<string, Operation>> };
type Route = { name: string; method: string; path: string; byToken: boolean };

const { database } = await openTestDatabase();
const url = await startApi({ database });
const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { security = [] }]) => ({
    name: `${method} ${path}`,
    method: method.toUpperCase(),
    path: path
      .replace("{cep}", "01310100")
      .replace("{bucket}", "site-assets")
      .replace(/\{\w+\}/, randomUUID()),
    // An empty requirement among them: the administrator sees more there, and anybody may ask.
    guarded: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
    byToken: security.some((one) => "token" in one),
  })),
);
const guarded = routes.filter((route) => route.guarded);
const writes = guarded.filter(({ method }) => method !== "GET");

let session = "";
let expired = "";
let reader = "";
let writer = "";

beforeEach(async () => {
  session = await sessionCookie(database);
  expired = await sessionCookie(database, new Date(Date.now() - 2 * days));
  const { auth } = createShop({
    database,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: memoryPictures(),
  });
  reader = (await auth.createApiToken(email, { name: "Leitura", scope: "read" })).token;
  writer = (await auth.createApiToken(email, { name: "Escrita", scope: "write" })).token;
});

it("says of every route whether it is the administrator's", () => {
  const open = routes.filter((route) => !route.guarded).map(({ name }) => name);
  expect(open.toSorted()).toEqual([...everybodys].toSorted());
  expect(guarded.length).toBeGreaterThan(10);
});

describe.each(guarded)("$name", (route) => {
  it("is closed to nobody in particular", async () => {
    expect(await answer(route, {})).toMatchObject(unauthenticated);
    expect(await answer(route, { Authorization: "Bearer pomar_made-up" })).toMatchObject(
      unauthenticated,
    );
  });

  it("is closed to a session that has expired", async () => {
    expect(await answer(route, { Cookie: expired })).toMatchObject(unauthenticated);
  });

  it("is closed to a session of any other e-mail", async () => {
    await database.update(administrator).set({ email: "nova@pomar.example" });
    expect(await answer(route, { Cookie: session })).toMatchObject(unauthenticated);
    expect(await answer(route, { Authorization: `Bearer ${writer}` })).toMatchObject(
      unauthenticated,
    );
  });

  it("is open to the administrator", async () => {
    const { status } = await answer(route, { Cookie: session, Origin: "https://loja.example" });
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  });

  it("is open to a program's token as far as the document says", async () => {
    const { status } = await answer(route, { Authorization: `Bearer ${writer}` });
    if (route.byToken) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });
});

describe.each(writes)("$name", (route) => {
  it("is closed to a page of another site, and to a token that may only read", async () => {
    const foreign = { Cookie: session, Origin: "https://outra.example" };
    expect(await answer(route, foreign)).toMatchObject({ status: 403 });
    expect(await answer(route, { Authorization: `Bearer ${reader}` })).toMatchObject({
      status: 403,
    });
  });
});

const unauthenticated = { status: 401, type: "urn:pomar:unauthenticated" };

async function answer({ method, path }: Route, headers: Record<string, string>) {
  const body = method === "GET" || method === "DELETE" ? undefined : {};
  const response = await asker(url)(method, path, body, headers);
  const text = await response.text();
  return { ...(text.startsWith("{") && JSON.parse(text)), status: response.status };
}
