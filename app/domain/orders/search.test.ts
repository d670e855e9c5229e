import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listOrders, streamOrders } from "./queries.server.ts";
import type { OrderListRequest } from "./schema.ts";
import { parseOrderSearch } from "./search.server.ts";

describe("the words of a search text", () => {
  test.each([
    ["maria", ["maria"]],
    [" José  D'Ávila ", ["jose", "d'avila"]],
    ["#57C44342", ["57c44342"]],
    ["7FE07CD5-fec3-472a", ["7fe07cd5-fec3-472a"]],
    ["ana.souza@Gmail.com", ["ana.souza@gmail.com"]],
    ["50% _a", ["50%", "_a"]],
    ["a b c d e f g h i j k l", [..."abcdefghij"]],
    ["  ", []],
    ["#", []],
    ["nº 1003", [" 1003 "]],
    ["Nº1003 maria", [" 1003 ", "maria"]],
    ["pedido n° 1003", [" 1003 "]],
    ["Pedido 1003", [" 1003 "]],
    ["número 1003", [" 1003 "]],
    ["n. 1003", [" 1003 "]],
    ["Bruno 1003", ["bruno", "1003"]],
    ["PED1003", [" 1003 "]],
    ["Pedido #4b27f0", ["4b27f0"]],
    ["294b27f0…", ["294b27f0"]],
    ["https://loja.example/pedido/1003-1234567890aBcDeFgHiJkL maria", [" 1003 ", "maria"]],
    ["1003-1234567890aBcDeFgHiJkL", [" 1003 "]],
  ])("%j", (typed, words) => {
    expect(parseOrderSearch(typed)).toEqual(words);
  });
});

describe("among thousands of orders", async () => {
  const { database } = await openTestDatabase();

  /** Inserts `count` orders of one customer, one minute apart. */
  async function addOrders(name: string, count: number, minutesAgo: number) {
    const { cliente_info } = orderRow();
    const info = JSON.stringify({ ...cliente_info, name, email: "x@y.co" });
    await database.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO pedidos (valor_total, cliente_info, created_at)
        SELECT 0.30, ${info}::jsonb,
          timestamptz '2026-01-01' - (${minutesAgo} + n) * interval '1 minute'
        FROM generate_series(1, ${count}::integer) AS n`);
      await tx.execute(sql`SELECT restart_order_feed()`);
    });
  }

  async function pages(request: Partial<OrderListRequest>) {
    const first = await listOrders(database, { limit: 40, ...request });
    const after = first.items.at(-1);
    if (!after) return { first, second: first };
    const cursor = { id: after.id, created_at: new Date(after.created_at) };
    return { first, second: await listOrders(database, { limit: 40, ...request, cursor }) };
  }

  const names = (items: { cliente_info: { name: string } }[]) =>
    new Set(items.map((order) => order.cliente_info.name));

  test.each([
    ["few", 1900, 1900, false],
    ["many among the newest", 2500, 2000, true],
  ])("%s are found, counted and listed from the newest", async (_where, count, total, more) => {
    await addOrders("Zuleica", count, 0);
    await addOrders("Ana", 200, 100_000);
    const { first, second } = await pages({ search: "uleic" });
    expect(first).toMatchObject({ total, total_is_minimum: more });
    expect(second).toMatchObject({ total, total_is_minimum: more });
    const instants = [...first.items, ...second.items].map((order) => order.created_at);
    expect(instants[0]).toBe("2025-12-31T23:59:00.000Z");
    expect(instants).toEqual(instants.toSorted().reverse());
    expect(new Set(instants).size).toBe(80);
    expect(names([...first.items, ...second.items])).toEqual(new Set(["Zuleica"]));
    const pending = await pages({ search: "uleic", status: "pendente" });
    expect(pending).toEqual({ first, second });
    const delivered = await listOrders(database, {
      limit: 40,
      search: "uleic",
      status: "entregue",
    });
    expect(delivered).toMatchObject({ items: [], total: 0 });
  });

  test("many old orders are found too", async () => {
    await addOrders("Ana", 4100, 0);
    await addOrders("Zuleica", 2100, 100_000);
    const { first, second } = await pages({ search: "uleic" });
    expect([first.items.length, second.items.length]).toEqual([40, 40]);
    expect(names([...first.items, ...second.items])).toEqual(new Set(["Zuleica"]));
    expect(first).toMatchObject({ total: 2000, total_is_minimum: true });
    let exported = 0;
    for await (const { length } of streamOrders(database, { search: "uleic" })) exported += length;
    expect(exported).toBe(2100);
  });
});
