import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pedidos, products, sessions } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { orderRow, productRow } from "#app/platform/database/testing-rows.ts";
import { listenForTest } from "#app/server/testing.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { asker, email, password, prepareAdministrator, signIn } from "./administrator.ts";

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
  return { live, url, ask: asker(url), listen };
}

type Told = { table: string; id: string; by?: string };
const tells = (id: string) => (data: unknown) => (data as Told[]).some((one) => one.id === id);

test("everybody hears of products, the administrator of orders and of who changed what", async () => {
  const { ask, listen } = await openShop();
  const cookie = await signIn(ask);
  const [visitor, administrator] = [await listen(), await listen({ Cookie: cookie })];
  const [order] = await database.insert(pedidos).values(orderRow()).returning();
  const [product] = await database.insert(products).values(productRow()).returning();
  const saved = await ask(
    "PATCH",
    `/api/products/${product?.id}`,
    { title: "Polpa de cajá", version: 1 },
    { Cookie: cookie },
  );
  expect(saved.status).toBe(200);
  await administrator.event("changes", (data) =>
    (data as Told[]).some((one) => one.id === product?.id && one.by === email),
  );
  await visitor.event("changes", tells(product?.id ?? ""));
  await administrator.event("changes", tells(order?.id ?? ""));
  await administrator.event("changes", (data) =>
    (data as Told[]).some(({ table }) => table === "audit_logs"),
  );
  const heard = visitor.received.flatMap(({ name, data }) =>
    name === "changes" ? (data as Told[]) : [],
  );
  expect(heard.filter(({ table }) => table === "orders" || table === "audit_logs")).toEqual([]);
  expect(JSON.stringify(heard)).not.toMatch(/"by"|"title"/);
});

describe("a stream ends within a second or so", () => {
  const login = { email, password };
  const another = { current_password: password, new_password: "outra-senha-boa" };

  test.each([
    ["of signing out", "POST", "/api/auth/logout", undefined],
    ["of a new password", "POST", "/api/auth/password", another],
    ["of signing in anew in the same browser", "POST", "/api/auth/login", login],
  ])("%s", async (_what, method, path, body) => {
    const { live, ask, listen } = await openShop();
    const cookie = await signIn(ask);
    const stream = await listen({ Cookie: cookie });
    expect((await ask(method, path, body, { Cookie: cookie })).ok).toBe(true);
    expect(await stream.ended(performance.now())).toBeLessThan(2000);
    expect(stream.received.at(-1)?.name).toBe("signed-out");
    expect(live.count()).toBe(0);
  });

  test("of being ended from another session, or from another process, or by its time", async () => {
    const { ask, listen } = await openShop();
    const mine = await signIn(ask);
    const others = await Promise.all([signIn(ask), signIn(ask)]);
    const [kept, ended, expired] = await Promise.all(
      [mine, ...others].map((cookie) => listen({ Cookie: cookie })),
    );
    const { items } = await (
      await ask("GET", "/api/auth/sessions", undefined, { Cookie: mine })
    ).json();
    const [first, second] = items.filter((one: { current: boolean }) => !one.current);
    await ask("DELETE", `/api/auth/sessions/${first.id}`, undefined, { Cookie: mine });
    await database
      .update(sessions)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(sessions.id, second.id));
    const begun = performance.now();
    expect(await ended?.ended(begun)).toBeLessThan(2000);
    expect(await expired?.ended(begun)).toBeLessThan(2000);
    expect(kept?.received.at(-1)?.name).toBe("ready");
    kept?.leave();
  });

  test("of its token being revoked", async () => {
    const { ask, listen } = await openShop();
    const Cookie = await signIn(ask);
    const made = await ask("POST", "/api/auth/tokens", { name: "ERP", scope: "read" }, { Cookie });
    const { id, token } = await made.json();
    const stream = await listen({ Authorization: `Bearer ${token}` });
    expect(await stream.event("ready")).toMatchObject({ audience: "administrator" });
    await ask("DELETE", `/api/auth/tokens/${id}`, undefined, { Cookie });
    expect(await stream.ended(performance.now())).toBeLessThan(2000);
  });
});

test("HEAD learns the type, and other methods that there are none", async () => {
  const { url } = await openShop();
  const head = await fetch(`${url}/api/events`, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  expect((await fetch(`${url}/api/events`, { method: "POST" })).status).toBe(405);
});
