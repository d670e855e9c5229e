import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { streamOrders } from "#app/domain/orders/queries.server.ts";
import { createLog } from "#app/platform/log.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
import { createAdminSender, sessionCookie } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";
import { addOrder, minutesAgo } from "./stored-order.ts";

const opened = await openTestDatabase();
const { database } = opened;
const send = createAdminSender(database, await startApi({ database }));

async function listenWithLog() {
  const lines: string[] = [];
  const log = createLog("info", undefined, { write: (line: string) => lines.push(line) });
  const { port } = await listenForTest({ opened, log });
  return { url: `http://127.0.0.1:${port}`, lines };
}

/** Makes every query of orders fail until the test ends. */
async function renameOrders(): Promise<void> {
  await database.execute(sql`ALTER TABLE pedidos RENAME TO pedidos_renamed`);
  onTestFinished(async () => {
    await database.execute(sql`ALTER TABLE pedidos_renamed RENAME TO pedidos`);
  });
}

describe("the export", () => {
  const exportOf = async (query = "") => {
    const response = await send("GET", `/api/orders/export.csv${query}`);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    return Buffer.from(await response.arrayBuffer()).toString("utf8");
  };

  test("uses the format of Brazilian spreadsheets", async () => {
    const created_at = new Date("2026-03-05T02:30:00.000Z");
    const wishes = { note: "=1+1", if_missing: "tirar" };
    await addOrder(database, { created_at, valor_total: "15.30", delivery_fee: "15" }, wishes);
    const text = await exportOf();
    expect(text.startsWith('\ufeff"Número";"ID";"Data";"Status";"Cliente"')).toBe(true);
    const [, line = "", end] = text.split("\r\n");
    expect(end).toBe("");
    expect(line).toContain('"1001";');
    expect(line).toContain('"04/03/2026 23:30:00";"Pendente";"Ana Souza";"ana@example.com"');
    expect(line).toContain('"3 × Polpa de caju (unidade) a 0,10";"3";"15,00";"15,30"');
    expect(line).toMatch(/;"'=1\+1";"Tirar do pedido";"0,00";"combinar";"";"";"";"";"";"";""$/);
  });

  test("escapes formulas and quotes in customer texts", async () => {
    const formulas = ['=HYPERLINK("http://x")', "+1+1", "-2", "@SUM(A1)", " =1", '";"=1'];
    for (const [index, name] of formulas.entries()) {
      await addOrder(database, { created_at: minutesAgo(formulas.length - index) }, { name });
    }
    const lines = (await exportOf()).split("\r\n").slice(1, -1);
    const names = lines.map((line) => line.split('";"')[4]);
    expect(names).toHaveLength(formulas.length);
    for (const name of names.slice(1)) expect(name).toMatch(/^'/);
    expect(lines[0]).toContain('""";""=1"');
    expect(lines[5]).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  test("contains every order of the filter, beyond one page", async () => {
    const rows = Array.from({ length: 600 }, (_, index) => ({
      created_at: minutesAgo(index),
      status: index % 2 === 0 ? ("entregue" as const) : ("pendente" as const),
    }));
    await insertOrders(database, ...rows);
    expect((await exportOf()).split("\r\n")).toHaveLength(602);
    const filtered = (await exportOf("?status=entregue&search=ana")).split("\r\n").slice(1, -1);
    expect(new Set(filtered).size).toBe(300);
  });

  test("rejects a search with control characters", async () => {
    const response = await send("GET", "/api/orders/export.csv?search=a@b%00c");
    expect(await readProblem(response)).toMatchObject({
      status: 400,
      errors: [{ field: "search" }],
    });
  });

  test("answers 500 with every header when the first rows cannot be read", async () => {
    const { url, lines } = await listenWithLog();
    await renameOrders();
    const headers = { Cookie: await sessionCookie(database) };
    const response = await fetch(`${url}/api/orders/export.csv`, { headers });
    const requestId = response.headers.get("X-Request-Id");
    expect(await readProblem(response)).toMatchObject({
      status: 500,
      instance: `urn:uuid:${requestId}`,
    });
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(lines.filter((line) => line.includes('"level":50'))).toHaveLength(1);
  });

  test("is cut off, and the failure logged, when later rows cannot be read", async () => {
    await insertOrders(database, ...Array.from({ length: 300 }, () => ({})));
    // The order is on the second page, and its date cannot be converted.
    const { id } = await addOrder(database);
    await database.execute(sql`UPDATE pedidos SET created_at = '-infinity' WHERE id = ${id}`);
    const { url, lines } = await listenWithLog();
    const headers = { Cookie: await sessionCookie(database) };
    const response = await fetch(`${url}/api/orders/export.csv`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    await expect(response.text()).rejects.toThrow();
    await expect.poll(() => lines.join("")).toContain("export failed");
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  test("lets other requests be handled between two batches", async () => {
    await insertOrders(database, ...Array.from({ length: 500 }, () => ({})));
    const batches = streamOrders(database, {});
    await batches.next();
    const isOtherHandled = new Promise((resolve) => setImmediate(resolve, true));
    const second = batches.next().then(() => false);
    expect(await Promise.race([isOtherHandled, second])).toBe(true);
    expect(await second).toBe(false);
  });

  test("stops when the client disconnects", async () => {
    await addOrder(database);
    const response = await send("GET", "/api/orders/export.csv");
    await response.body?.cancel();
    expect((await send("GET", "/api/orders")).status).toBe(200);
  });
});
