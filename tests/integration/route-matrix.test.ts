import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type HelperRole, helperRoles } from "#app/domain/day/roles.ts";
import { helperActions } from "#app/domain/day/rules.ts";
import type { DayAction } from "#app/domain/day/schema.ts";
import { type MemberRole, memberRoles } from "#app/domain/people/roles.ts";
import { administrator } from "#app/domain/people/table.ts";
import { dayOf } from "#app/shared/days.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { memberCookie, sessionCookie } from "./admin-session.ts";
import { createSender, email } from "./administrator.ts";
import { startApi } from "./api-shop.ts";

/** The public routes; every other route of the document requires the administrator. */
const publicRoutes = new Set([
  "post /api/auth/login",
  "post /api/auth/logout",
  "get /api/categories",
  "delete /api/customer/session",
  "get /api/customer/session",
  "post /api/customer/link-requests",
  "post /api/customer/session",
  "get /api/delivery",
  "get /api/day-links/{token}",
  "post /api/day-links/{token}/actions",
  "get /api/events",
  "get /api/health",
  "get /api/health/live",
  "post /api/invitations/{token}",
  "get /api/order-links/{ref}",
  "get /api/order-links/{ref}/series",
  "post /api/order-links/{ref}/cancel",
  "post /api/order-links/{ref}/series",
  "post /api/order-links/{ref}/changes",
  "post /api/order-links/{ref}/changes/preview",
  "post /api/orders",
  "post /api/pasted-list",
  "post /api/pix",
  "post /api/pix/pix",
  "get /api/postal-code/{cep}",
  "get /api/products",
  "get /api/products/{id}",
  "get /api/recipes",
  "get /api/recipes/{id}",
  "get /api/series-links/{ref}",
  "get /api/settings",
  "post /api/series-links/{ref}/actions",
]);
/** The routes that members read; only the administrator may use the others, also every route that is added. */
const memberReads = [
  "get /api/auth/session",
  "get /api/auth/sessions",
  "get /api/customers",
  "get /api/customer-link-requests",
  "get /api/customers/{id}",
  "get /api/customers/{id}/access",
  "get /api/customers/{id}/account",
  "get /api/customers/{id}/aliases",
  "get /api/customers/{id}/receipts",
  "get /api/customers/{id}/series",
  "get /api/customers/{id}/statement",
  "get /api/day",
  "get /api/day/links",
  "get /api/orders",
  "get /api/orders/taken/day",
  "get /api/orders/{id}",
  "get /api/orders/{id}/invoice",
  "get /api/orders/{id}/joinable",
  "get /api/orders/{id}/payments",
  "get /api/orders/{id}/series",
  "get /api/series-notices",
  "get /api/purchase-list",
  "get /api/stock-lots",
  "get /api/stock-lots/{id}/recall",
  "get /api/stock-movements",
  "get /api/suppliers",
];
/** Their own account. */
const memberAccount = [
  "delete /api/auth/sessions",
  "delete /api/auth/sessions/{id}",
  "post /api/auth/password",
  "post /api/auth/refresh",
  "post /api/auth/second-factor",
  "post /api/auth/second-factor/confirm",
  "post /api/auth/second-factor/off",
  "post /api/auth/second-factor/recovery-codes",
];
const allowedRoutes: Record<MemberRole, Set<string>> = {
  consulta: new Set([...memberReads, ...memberAccount, "get /api/sales"]),
  equipe: new Set([
    ...memberReads,
    ...memberAccount,
    "delete /api/customer-link-requests/{id}",
    "delete /api/customers/{id}/aliases/{alias_id}",
    "delete /api/customers/{id}/devices/{device_id}",
    "delete /api/customers/{id}/people/{person_id}",
    "delete /api/day/links/{id}",
    "delete /api/orders/{id}/join/{order_id}",
    "delete /api/orders/{id}/payments/{payment_id}",
    "delete /api/series-notices/{id}/{date}",
    "patch /api/customers/{id}",
    "patch /api/day/route",
    "patch /api/orders/{id}",
    "post /api/customers",
    "post /api/customers/{id}/aliases",
    "post /api/customers/{id}/credit",
    "post /api/customers/{id}/links",
    "post /api/customers/{id}/merge",
    "post /api/customers/{id}/people",
    "post /api/customers/{id}/receipts",
    "post /api/customers/{id}/refunds",
    "post /api/customers/{id}/separate",
    "post /api/customers/{id}/series/{series_id}/actions",
    "post /api/customers/{id}/split",
    "post /api/customers/{id}/statement-link/rotate",
    "post /api/day/actions",
    "post /api/day/links",
    "post /api/orders/taken",
    "post /api/orders/taken/conversation",
    "post /api/orders/taken/customers",
    "post /api/orders/taken/table",
    "post /api/orders/{id}/change-mail",
    "post /api/orders/{id}/join",
    "post /api/orders/{id}/link/rotate",
    "post /api/orders/{id}/payments",
    "post /api/orders/{id}/series",
    "post /api/stock-movements",
    "post /api/stock-movements/{movement_id}/undo",
    "put /api/customers/{id}/contacts",
    "put /api/orders/{id}/opened",
    "put /api/stock-minimums/{id}",
  ]),
};
const days = 24 * 3_600_000;

type Operation = { security?: Record<string, string[]>[]; "x-roles"?: string[] };
type OpenApi = { paths: Record<string, Record<string, Operation>> };
type Route = Record<"name" | "method" | "path", string>;

const { database } = await openTestDatabase();
const url = await startApi({ database });
const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi;
const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { security = [], "x-roles": roles = [] }]) => ({
    roles,
    name: `${method} ${path}`,
    method: method.toUpperCase(),
    path: path
      .replace("{cep}", "01310100")
      .replace("{bucket}", "site-assets")
      .replace(/\{\w+\}/g, () => randomUUID()),
    // An empty requirement means a public route that returns more to the administrator.
    guarded:
      security.length > 0 &&
      security.every((scheme) => Object.keys(scheme).length > 0 && !("customer" in scheme)),
    /** The route is for a device on which a customer's area is open. */
    ofCustomer: security.some((scheme) => "customer" in scheme),
    /** The scope that a token needs, beside 'write' for writes; undefined: no token may. */
    scope: security
      .map((way) => (way.webhookToken ? "webhooks" : way.token && "write"))
      .find(Boolean),
  })),
);
const guarded = routes.filter((route) => route.guarded);
const ofCustomer = routes.filter((route) => route.ofCustomer);
const writes = guarded.filter(({ method }) => method !== "GET");

let session = "";
let members: Record<MemberRole, string>;
let expired = "";
let reader = "";
let writer = "";
let webhooks = "";

beforeEach(async () => {
  session = await sessionCookie(database);
  members = {
    equipe: await memberCookie(database, "equipe"),
    consulta: await memberCookie(database, "consulta"),
  };
  expired = await sessionCookie(database, new Date(Date.now() - 2 * days));
  const { people } = createShop({
    database,
    postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
    pictures: createMemoryPictures(),
  });
  reader = (await people.createApiToken(email, { name: "Leitura", scope: "read" })).token;
  webhooks = (await people.createApiToken(email, { name: "Webhooks", scope: "webhooks" })).token;
  writer = (await people.createApiToken(email, { name: "Escrita", scope: "write" })).token;
});

it("declares for every route whether it requires the administrator", () => {
  const unguarded = routes
    .filter((route) => !route.guarded && !route.ofCustomer)
    .map(({ name }) => name);
  expect(unguarded.toSorted()).toEqual([...publicRoutes].toSorted());
  expect(guarded.length).toBeGreaterThan(10);
  expect(writes.length).toBeGreaterThan(10);
});

it("gives no member a file", () => {
  const files = guarded.filter(({ path }) => /\.(?:csv|pdf)$/.test(path));
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter(({ roles }) => roles.length > 0)).toEqual([]);
});

/** The routes that change nothing come first: the fixtures are created once per route. */
describe.each(guarded)("$name", (route) => {
  it("is open to the administrator, and to members and tokens only where table and document say so", async () => {
    expect(await sendTo(route, {})).toMatchObject(unauthenticated);
    expect(await sendTo(route, { Authorization: "Bearer pomar_unknown" })).toMatchObject(
      unauthenticated,
    );
    expect(await sendTo(route, { Cookie: expired })).toMatchObject(unauthenticated);
    if (route.method !== "GET") {
      const foreign = { Cookie: session, Origin: "https://outra.example" };
      expect(await sendTo(route, foreign)).toMatchObject({ status: 403 });
      expect(await sendTo(route, { Authorization: `Bearer ${reader}` })).toMatchObject({
        status: 403,
      });
    }
    for (const role of memberRoles) {
      const headers = { Cookie: members[role], Origin: "https://loja.example" };
      const { status, type, detail } = await sendTo(route, headers);
      const mayPass = allowedRoutes[role].has(route.name);
      expect(route.roles.includes(role), role).toBe(mayPass);
      if (mayPass) expect([401, 403], role).not.toContain(status);
      else {
        expect({ status, type }, role).toEqual({ status: 403, type: "urn:pomar:role" });
        expect(detail).toMatch(/quem administra a loja|só de consulta/);
      }
    }
    for (const [scope, token] of Object.entries({ write: writer, webhooks })) {
      const { status } = await sendTo(route, { Authorization: `Bearer ${token}` });
      const mayPass = route.scope === "write" || route.scope === scope;
      if (mayPass) expect([401, 403], scope).not.toContain(status);
      else expect(status, scope).toBe(403);
    }
    const { status } = await sendTo(route, { Cookie: session, Origin: "https://loja.example" });
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);

    await database.update(administrator).set({ email: "nova@pomar.example" });
    expect(await sendTo(route, { Cookie: session })).toMatchObject(unauthenticated);
    expect(await sendTo(route, { Authorization: `Bearer ${writer}` })).toMatchObject(
      unauthenticated,
    );
  });
});

it("the customer's area has routes", () => expect(ofCustomer.length).toBeGreaterThan(8));

describe.each(ofCustomer)("$name of the customer's area", (route) => {
  it("is closed to visitors, to the back office and to programs", async () => {
    const strangers: Record<string, string>[] = [
      {},
      { Cookie: session },
      { Cookie: members.equipe },
      { Authorization: `Bearer ${writer}` },
      { Cookie: `pomar_cliente=${"A".repeat(43)}` },
    ];
    for (const headers of strangers) {
      expect(await sendTo(route, headers)).toMatchObject({
        status: 401,
        type: "urn:pomar:no-area",
      });
    }
  });

  it("is open to a device that entered, and closed to other sites", async () => {
    const Cookie = await enterArea();
    const foreign = await sendTo(route, { Cookie, Origin: "https://outra.example" });
    if (route.method !== "GET") expect(foreign.status).toBe(403);
    const { status } = await sendTo(route, { Cookie, Origin: "https://loja.example" });
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  });
});

it("the device of a customer opens no route of the administrator", async () => {
  const Cookie = await enterArea();
  for (const route of guarded) {
    expect(await sendTo(route, { Cookie }), route.name).toMatchObject({ status: 401 });
  }
});

/** The cookie of a device on which the area of a new customer is open. */
async function enterArea(): Promise<string> {
  const send = createSender(url);
  const asAdmin = { Cookie: session };
  const created = await send("POST", "/api/customers", { name: "Bar" }, asAdmin);
  const { id } = await created.json();
  const { link } = await (await send("POST", `/api/customers/${id}/links`, {}, asAdmin)).json();
  const token = String(link).split("#entrar=")[1];
  const entry = await send("POST", "/api/customer/session", { token });
  return entry.headers.getSetCookie().find((line) => line.startsWith("pomar_cliente=")) ?? "";
}

describe("the link of a helper", () => {
  const order = randomUUID();
  const saved = { order, version: 1 };
  const line = { order, from: 0, to: 1 };
  const actions: DayAction[] = [
    { kind: "confirm", ...saved },
    { kind: "pick", product_id: randomUUID(), unit: "caixa", lines: [line] },
    { kind: "pack", ...saved, volumes: 1, from_volumes: 1, packed: true },
    { kind: "deliver", ...saved },
    { kind: "fail", ...saved, reason: "Ninguém em casa", date: null },
    { kind: "date", ...saved, date: "2030-01-01" },
    { kind: "route", date: "2030-01-01", stops: [], route_version: 0 },
  ];
  async function createLink(role: HelperRole) {
    const date = dayOf(new Date());
    const body = { date, role, name: "João" };
    const created = await createSender(url)("POST", "/api/day/links", body, { Cookie: session });
    const { id, link } = await created.json();
    return { id, token: String(link).split("/dia/")[1] ?? "" };
  }
  const act = async (token: string, action: DayAction) =>
    (await createSender(url)("POST", `/api/day-links/${token}/actions`, action)).status;

  it.each(helperRoles)("of %s opens no route of the administrator", async (role) => {
    const { token } = await createLink(role);
    for (const route of guarded) {
      const sent = await sendTo(route, { Authorization: `Bearer ${token}` });
      expect(sent, route.name).toMatchObject({ status: 401 });
    }
  });

  it.each(helperRoles)("of %s allows the actions of the task only", async (role) => {
    const { id, token } = await createLink(role);
    for (const action of actions) {
      const isAllowed = helperActions[role].includes(action.kind);
      // The order does not exist.
      expect(await act(token, action), action.kind).toBe(isAllowed ? 404 : 403);
    }
    await createSender(url)("DELETE", `/api/day/links/${id}`, undefined, { Cookie: session });
    for (const action of actions) expect(await act(token, action), action.kind).toBe(404);
  });
});

const unauthenticated = { status: 401, type: "urn:pomar:unauthenticated" };

async function sendTo({ method, path }: Route, headers: Record<string, string>) {
  const body = method === "GET" || method === "DELETE" ? undefined : {};
  const response = await createSender(url)(method, path, body, headers);
  const text = await response.text();
  return { ...(text.startsWith("{") && JSON.parse(text)), status: response.status };
}
