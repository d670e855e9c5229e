import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { deliveryZones } from "#app/domain/delivery/table.ts";
import { hashSecret } from "#app/domain/people/secrets.server.ts";
import { sessions } from "#app/domain/people/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { memberCookie, sessionCookie } from "./admin-session.ts";
import {
  createSender,
  email,
  password,
  prepareAdministrator,
  type SendRequest,
} from "./administrator.ts";

const opened = await openTestDatabase();
const { database } = opened;
prepareAdministrator(database);

async function openShop() {
  const { port, live } = await listenForTest({ opened });
  const url = `http://127.0.0.1:${port}`;
  const listen = async (headers: Record<string, string> = {}) => {
    const stream = await openEvents(`${url}/api/events`, headers);
    await stream.event("ready");
    return stream;
  };
  return { live, url, send: createSender(url), listen };
}

type ChangeEvent = { table: string; id: string; by?: string };
const includesRow = (id: string) => (data: unknown) =>
  (data as ChangeEvent[]).some((one) => one.id === id);

test("visitors receive product changes, the administrator also orders and authors", async () => {
  const { send, listen } = await openShop();
  const cookie = await sessionCookie(database);
  const [visitor, administrator] = [await listen(), await listen({ Cookie: cookie })];
  const [order] = await insertOrders(database);
  const [product] = await database.insert(products).values(productRow()).returning();
  const saved = await send(
    "PATCH",
    `/api/products/${product?.id}`,
    { title: "Polpa de cajá", version: 1 },
    { Cookie: cookie },
  );
  expect(saved.status).toBe(200);
  await administrator.event("changes", (data) =>
    (data as ChangeEvent[]).some((one) => one.id === product?.id && one.by === email),
  );
  await visitor.event("changes", includesRow(product?.id ?? ""));
  await administrator.event("changes", includesRow(order?.id ?? ""));
  await administrator.event("changes", (data) =>
    (data as ChangeEvent[]).some(({ table }) => table === "audit_logs"),
  );
  const changes = visitor.received.flatMap(({ name, data }) =>
    name === "changes" ? (data as ChangeEvent[]) : [],
  );
  expect(changes.filter(({ table }) => table === "orders" || table === "audit_logs")).toEqual([]);
  expect(JSON.stringify(changes)).not.toMatch(/"by"|"title"/);
});

/** The ids of a stream's changes. */
function idsOf({ received }: Awaited<ReturnType<Awaited<ReturnType<typeof openShop>>["listen"]>>) {
  return received.flatMap(({ name, data }) =>
    name === "changes" ? (data as ChangeEvent[]).map(({ id }) => id) : [],
  );
}

test("visitors receive changes of rows that are or were in the shop, and of no others", async () => {
  const { listen } = await openShop();
  const [visitor, owner] = [
    await listen(),
    await listen({ Cookie: await sessionCookie(database) }),
  ];
  const rowOf = (slug: string, changes: object = {}) => ({ ...productRow({ slug }), ...changes });
  const hidden = { visible: false };
  await database.update(categories).set(hidden).where(eq(categories.slug, "pescados"));
  const [draft, shown, fish] = await database
    .insert(products)
    .values([rowOf("rascunho", hidden), rowOf("polpa"), rowOf("peixe", { category: "pescados" })])
    .returning();
  const [recipe] = await database
    .insert(recipes)
    .values({ title: "Secreta", slug: "secreta", ...hidden })
    .returning();
  const [zone] = await database
    .insert(deliveryZones)
    .values({ name: "Zona futura", position: 0, active: false })
    .returning();
  if (!draft || !shown || !fish || !recipe || !zone) throw new Error("a row was not stored");
  await database.update(categories).set({ name: "Peixes" }).where(eq(categories.slug, "pescados"));
  for (const id of [draft.id, fish.id]) {
    await database.update(products).set({ stock: 3 }).where(eq(products.id, id));
  }
  await database.delete(products).where(eq(products.id, draft.id));
  await owner.event("changes", includesRow(draft.id));
  await owner.event("changes", includesRow(zone.id));
  // Open pages drop a product that becomes hidden.
  await visitor.event("changes", includesRow(shown.id));
  await database.update(products).set(hidden).where(eq(products.id, shown.id));
  await expect.poll(() => idsOf(visitor).filter((id) => id === shown.id).length).toBe(2);
  await database.update(products).set({ stock: 1 }).where(eq(products.id, shown.id));
  // A later change of a visible row arrives after all of them.
  const [last] = await database.insert(products).values(rowOf("ultima")).returning();
  await visitor.event("changes", includesRow(last?.id ?? ""));
  expect(idsOf(visitor).filter((id) => id === shown.id)).toHaveLength(2);
  for (const { id } of [draft, fish, recipe, zone]) expect(idsOf(visitor)).not.toContain(id);
});

test("members receive what their role may read, and nothing once they are not active", async () => {
  const { send, listen } = await openShop();
  const cookie = await sessionCookie(database);
  const member = await listen({ Cookie: await memberCookie(database, "equipe") });
  const [order] = await insertOrders(database);
  await member.event("changes", includesRow(order?.id ?? ""));
  const owner = { Cookie: cookie };
  const table = await send("POST", "/api/price-tables", { name: "Lanchonetes" }, owner);
  expect(table.status).toBe(201);
  const [row] = (await (await send("GET", "/api/members", undefined, owner)).json()).items;
  const [product] = await database.insert(products).values(productRow()).returning();
  await member.event("changes", includesRow(product?.id ?? ""));
  const changes = member.received.flatMap(({ name, data }) =>
    name === "changes" ? (data as ChangeEvent[]) : [],
  );
  const tables = new Set(changes.map((change) => change.table));
  expect([...tables].toSorted()).toEqual(["orders", "products"]);
  const off = { active: false, version: row.version };
  expect((await send("PATCH", `/api/members/${row.id}`, off, owner)).status).toBe(200);
  await member.event("signed-out");
  await member.ended();
});

/** Every way in which a session ends; `open` is the cookie of another session that stays open. */
const endings: Record<
  string,
  (send: SendRequest, ended: string, open: string) => Promise<unknown>
> = {
  "signing out": (send, Cookie) => send("POST", "/api/auth/logout", undefined, { Cookie }),
  "signing in again": (send, Cookie) =>
    send("POST", "/api/auth/login", { email, password }, { Cookie }),
  "being ended elsewhere": async (send, ended, Cookie) => {
    const id = await idOf(ended);
    return send("DELETE", `/api/auth/sessions/${id}`, undefined, { Cookie });
  },
  expiring: async (_ask, ended) => {
    const expires_at = new Date(Date.now() - 1000);
    await database
      .update(sessions)
      .set({ expires_at })
      .where(eq(sessions.id, (await idOf(ended)) ?? ""));
  },
};

async function idOf(cookie: string): Promise<string | undefined> {
  const [, token = ""] = cookie.split("=");
  const [row] = await database
    .select()
    .from(sessions)
    .where(eq(sessions.token_hash, hashSecret(token)));
  return row?.id;
}

test("a stream ends shortly after its session or token, and no other does", async () => {
  const { live, send, listen } = await openShop();
  const mine = await sessionCookie(database);
  const remaining = await listen({ Cookie: mine });
  const request = { name: "ERP", scope: "read" };
  const { id, token } = await (
    await send("POST", "/api/auth/tokens", request, { Cookie: mine })
  ).json();
  const byToken = await listen({ Authorization: `Bearer ${token}` });
  expect(await byToken.event("ready")).toMatchObject({ audience: "administrator" });

  const streams = [byToken];
  for (const end of Object.values(endings)) {
    const cookie = await sessionCookie(database);
    streams.push(await listen({ Cookie: cookie }));
    await end(send, cookie, mine);
  }
  await send("DELETE", `/api/auth/tokens/${id}`, undefined, { Cookie: mine });
  for (const stream of streams) {
    await stream.ended();
    expect(stream.received.at(-1)?.name).toBe("signed-out");
  }
  expect(live.count()).toBe(1);
  remaining.leave();
});

test("a new password ends every stream of the administrator", async () => {
  const { live, send, listen } = await openShop();
  const cookie = await sessionCookie(database);
  const streams = [await listen({ Cookie: cookie }), await listen({ Cookie: cookie })];
  const change = { current_password: password, new_password: "outra-senha-boa" };
  expect((await send("POST", "/api/auth/password", change, { Cookie: cookie })).ok).toBe(true);
  await Promise.all(streams.map((stream) => stream.ended()));
  expect(live.count()).toBe(0);
});

test("HEAD returns the content type, and other methods are rejected", async () => {
  const { url } = await openShop();
  const head = await fetch(`${url}/api/events`, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  expect((await fetch(`${url}/api/events`, { method: "POST" })).status).toBe(405);
});
