import { beforeEach, expect, test, vi } from "vitest";
import { sessionCookie } from "#tests/integration/admin-session.ts";
import { prepareAdministrator } from "#tests/integration/administrator.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, titlesPage } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();
prepareAdministrator(opened.database);
let session = "";
beforeEach(async () => {
  session = await sessionCookie(opened.database);
});

async function openShop() {
  const pages = vi.fn(titlesPage);
  return { pages, ...(await listenForTest({ opened, pages })) };
}

type Ask = Awaited<ReturnType<typeof openShop>>["ask"];

/** The cookie that a save by the administrator sets, as a Cookie header. */
async function save(ask: Ask): Promise<string> {
  const [order] = await insertOrders(opened.database);
  const response = await ask(
    `/api/orders/${order?.id}`,
    {
      Cookie: session,
      Host: "loja.example",
      Origin: "http://loja.example",
    },
    { method: "DELETE" },
  );
  expect(response.status).toBe(204);
  const cookie = response.headers["set-cookie"]?.find((line) => line.startsWith("pomar_saved="));
  return cookie?.split(";")[0] ?? "";
}

test("after a save the browser of the administrator gets uncached pages", async () => {
  const { pages, ask } = await openShop();
  await ask("/", { Host: "loja.example" });
  const saved = await save(ask);
  for (let visit = 0; visit < 2; visit += 1) {
    const { headers } = await ask("/", { Host: "loja.example", Cookie: saved });
    expect(headers["cache-control"]).toBe("private, no-cache");
  }
  expect(pages).toHaveBeenCalledTimes(3);
});

test("a forged or expired cookie gets cached pages", async () => {
  const { pages, ask } = await openShop();
  const saved = await save(ask);
  const later = saved.replace(/\d+/, (expiresAt) => String(Number(expiresAt) + 60_000));
  const earlier = saved.replace(/\d+/, "1");
  for (const cookie of ["pomar_saved=1", later, earlier, `${saved}x`, "pomar_saved=9e99.x"]) {
    await ask("/", { Host: "loja.example", Cookie: cookie });
    await ask("/api/products", { Host: "loja.example", Cookie: cookie });
  }
  expect(pages).toHaveBeenCalledTimes(1);
  const metrics = (await ask("/metrics")).body.toString();
  expect(metrics).toContain('pomar_cache_misses_total{cache="reads"} 1');
});
