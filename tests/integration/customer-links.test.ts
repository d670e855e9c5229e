import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { orderLinkKey } from "#app/domain/kernel/table.ts";
import { readStaticFiles } from "#app/server/http/static-files.ts";
import { clientFolder, loadPages } from "#app/server/pages/page-routes.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { sessionCookie } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;

/** The token of a link as released versions derived it: what was sent to customers has to open for good. */
const key = "k".repeat(43);
function sign(text: string): string {
  const signature = createHmac("sha256", Buffer.from(key, "base64url")).update(text);
  return signature.digest("base64url").slice(0, 22);
}

/** A shop with its pages and an order that repeats, and a link of each kind by the text that is signed. */
async function openShop() {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]);
  await database.insert(orderLinkKey).values({ key });
  const files = await readStaticFiles(clientFolder, []);
  const env = { TRUST_PROXY: "127.0.0.1" };
  const { ask, port } = await listenForTest({ opened, ...(await loadPages()), files, env });
  const url = `http://127.0.0.1:${port}`;
  const send = createSender(url, { Cookie: await sessionCookie(database) });
  const product = await addProduct(database);
  const placed = await sendOrder(url, { customer, items: [lineFor(product)] });
  const { id: order, numero_pedido } = await placed.json();
  const repeat = { weekdays: [1], every_weeks: 1 };
  const { id: series } = await (await send("POST", `/api/orders/${order}/series`, repeat)).json();
  const { customer_id } = await (await send("GET", `/api/orders/${order}`)).json();
  const [table] = await database.insert(priceTables).values({ name: "Bares" }).returning();
  const pathsOf = (version: number) => ({
    order: `/pedido/${numero_pedido}-${sign(`${order}:${version}`)}`,
    statement: `/extrato/${customer_id}-${sign(`statement:${customer_id}:${version}`)}`,
    series: `/repeticao/${series}-${sign(`repeats-of-series:${series}:${version}`)}`,
    allSeries: `/repeticao/${customer_id}-${sign(`repeats-of-customer:${customer_id}:${version}`)}`,
    table: `/t/${sign(`table:${table?.id}:${version}`)}`,
  });
  return { ask, send, order, customer_id, table, pathsOf };
}

test("a link of each kind opens its page as it did when it was sent, until it is replaced", async () => {
  const { ask, send, order, customer_id, table, pathsOf } = await openShop();
  const open = async (paths: ReturnType<typeof pathsOf>) => {
    const answers = Object.entries(paths).map(async ([kind, path]) => {
      const { status, headers, body } = await ask(path, { "X-Forwarded-For": "10.0.0.1" });
      expect(headers["cache-control"], kind).toBe("private, no-store");
      expect(headers["referrer-policy"], kind).toBe("no-referrer");
      const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/.exec(body.toString()) ?? [];
      const cookie = String(headers["set-cookie"] ?? "").split(";")[0];
      return [
        kind,
        `${status} ${headers.location ?? heading.replace("<!-- -->", "")} ${cookie}`.trim(),
      ];
    });
    return Object.fromEntries(await Promise.all(answers));
  };
  const first = pathsOf(1);
  expect(await open(first)).toEqual({
    order: "200 Pedido nº 1001",
    statement: "200 Extrato",
    series: "200 Pedidos que se repetem",
    allSeries: "302 /cliente",
    table: `302 / pomar_tabela=${first.table.slice(3)}`,
  });
  await send("POST", `/api/orders/${order}/link/rotate`, {});
  await send("POST", `/api/customers/${customer_id}/statement-link/rotate`, {});
  await send("PATCH", `/api/price-tables/${table?.id}`, { link_active: true, version: 1 });
  expect(await open(first)).toEqual({
    order: "404 Pedido não encontrado",
    statement: "404 Extrato não encontrado",
    series: "404 Repetição não encontrada",
    allSeries: "404 Repetição não encontrada",
    // The shop opens at its public prices.
    table: `302 / pomar_tabela=${first.table.slice(3)}`,
  });
  const second = pathsOf(2);
  expect(Object.values(await open(second)).map((answer) => String(answer).slice(0, 3))).toEqual([
    "200",
    "200",
    "200",
    "302",
    "302",
  ]);
});

test("a token opens nothing of another kind, and wrong links of all kinds share one limit", async () => {
  const { ask, pathsOf } = await openShop();
  const { order, statement, series, table } = pathsOf(1);
  const tokenOf = (path: string) => path.slice(-22);
  const wrongPaths = [
    order.replace(tokenOf(order), tokenOf(statement)),
    statement.replace(tokenOf(statement), tokenOf(order)),
    series.replace(tokenOf(series), tokenOf(statement)),
    `/repeticao/${crypto.randomUUID()}-${tokenOf(series)}`,
    `/api/order-links/1001-${tokenOf(table)}`,
    `/api/series-links/${statement.slice("/extrato/".length)}`,
    `/t/${tokenOf(order)}`,
    `/dia/${"A".repeat(43)}`,
  ];
  const from = { "X-Forwarded-For": "10.0.0.2" };
  for (let attempt = 0; attempt < 60; attempt++) {
    const path = wrongPaths[attempt % wrongPaths.length] ?? "";
    expect((await ask(path, from)).status, path).toBe(path.startsWith("/t/") ? 302 : 404);
  }
  for (const path of wrongPaths) {
    const { status, headers, body } = await ask(path, { ...from, "Accept-Encoding": "br" });
    expect(status, path).toBe(429);
    expect(Number(headers["retry-after"]), path).toBeGreaterThan(500);
    if (path.startsWith("/api/")) continue;
    // The page that the browser shows in place of the one that was not found, with no header of that one.
    expect(headers["content-encoding"], path).toBeUndefined();
    expect(headers.etag, path).toBeUndefined();
    expect(body.toString(), path).toContain("<h1>Muitos links errados</h1>");
    expect(headers["content-security-policy"], path).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'$/,
    );
    expect(headers["cache-control"], path).toBe("private, no-store");
    expect(headers["referrer-policy"], path).toBe("no-referrer");
  }
  for (const path of [order, statement, series, table]) {
    expect((await ask(path, from)).status, path).toBeLessThan(400);
  }
});
