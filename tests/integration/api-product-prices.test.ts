import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import {
  applyScheduledPrices,
  expirePriceSchedules,
} from "#app/domain/catalogue/prices/price-change.server.ts";
import type { PricedProduct, PriceSchedule } from "#app/domain/catalogue/prices/price-change.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { startLoggedApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const minuteMs = 60_000;
let clock = () => new Date();

const { database } = await openTestDatabase();
const { url, failures } = await startLoggedApi({ database, now: () => clock() });
const send = createAdminSender(database, url);

const option = { contains: 1, minimum: 1, step: 1, tiers: [] };
let acai: Product;
let caja: Product;

async function create(fields: object): Promise<Product> {
  const response = await send("POST", "/api/products", fields);
  expect(response.status).toBe(201);
  return response.json();
}

beforeEach(async () => {
  clock = () => new Date();
  acai = await create({
    title: "Polpa de açaí",
    slug: "polpa-de-acai",
    sale_options: [
      { ...option, unit: "pacote", price: 40, tiers: [{ from: 10, price: 38.5 }] },
      { ...option, unit: "caixa", price: 150, contains: 4, tiers: [{ from: 5, price: 145 }] },
    ],
  });
  caja = await create({ title: "Polpa de cajá", slug: "polpa-de-caja", price: 36.9 });
});

const readVersions = (...products: { id: string; version: number }[]) =>
  products.map(({ id, version }) => ({ id, version }));

async function changePrices(change: object, path = "/api/products/prices") {
  const body = { products: readVersions(acai, caja), ...change };
  const response = await send("POST", path, body);
  expect(response.status).toBe(200);
  const { items } = (await response.json()) as { items: PricedProduct[] };
  return items;
}

const undo = (items: readonly PricedProduct[]) =>
  changePrices({ products: readVersions(...items) }, "/api/products/prices/undo");

const read = async ({ id }: Product): Promise<Product> =>
  (await send("GET", `/api/products/${id}`)).json();

/** 120 products, which are two pieces, and a database that rejects a change of the last one until `accept`. */
async function createRejected() {
  const many = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      create({ title: `Fruta ${index}`, slug: `fruta-${index}`, price: 10 }),
    ),
  );
  const slug = sql.raw(`'${many.at(-1)?.slug}'`);
  await database.execute(sql`
    CREATE FUNCTION reject_price() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of order'; END $$`);
  await database.execute(sql`
    CREATE TRIGGER reject_price BEFORE UPDATE ON products FOR EACH ROW
    WHEN (OLD.slug = ${slug}) EXECUTE FUNCTION reject_price()`);
  const accept = () => database.execute(sql`DROP FUNCTION IF EXISTS reject_price CASCADE`);
  onTestFinished(async () => void (await accept()));
  return { many, accept };
}

const statusesOf = (items: PricedProduct[]) => items.map(({ status }) => status);

/** Main price, its tier, box price, its tier. */
async function pricesOfAcai(): Promise<(number | undefined)[]> {
  const { sale_options } = await read(acai);
  return sale_options.flatMap(({ price, tiers }) => [price, tiers[0]?.price]);
}

describe("a change of many prices", () => {
  test("is shown before it is saved", async () => {
    const items = await changePrices({ percent: 10, dry_run: true });
    expect(items[0]).toMatchObject({
      title: "Polpa de açaí",
      status: "changed",
      version: 1,
      prices: [
        { unit: "pacote", from: 1, before: 40, after: 44 },
        { unit: "pacote", from: 10, before: 38.5, after: 42.35 },
        { unit: "caixa", from: 1, before: 150, after: 165 },
        { unit: "caixa", from: 5, before: 145, after: 159.5 },
      ],
    });
    expect(await read(acai)).toEqual(acai);
  });

  test.each([
    [{ percent: 10 }, [44, 42.35, 165, 159.5]],
    [{ percent: -7.5 }, [37, 35.61, 138.75, 134.13]],
    [{ percent: 3.33, round_to: "0.05" }, [41.35, 39.8, 155, 149.85]],
    [{ percent: 3.33, round_to: "0.10" }, [41.3, 39.8, 155, 149.8]],
    [{ percent: 3.33, round_to: "0.90" }, [40.9, 39.9, 154.9, 149.9]],
    [{ amount: 1.5 }, [41.5, 40, 156, 151]],
    [{ amount: -2 }, [38, 36.5, 142, 137]],
  ])("%j changes all options and quantity prices", async (change, prices) => {
    const items = await changePrices(change);
    expect(statusesOf(items)).toEqual(["changed", "changed"]);
    expect(items.map(({ version }) => version)).toEqual([2, 2]);
    expect(await pricesOfAcai()).toEqual(prices);
  });

  test("has one audit entry for each changed product", async () => {
    const before = await database.$count(auditLogs);
    const items = await changePrices({ percent: 0.01, round_to: "0.90" });
    expect(items.map(({ status }) => status)).toEqual(["changed", "unchanged"]);
    expect(await database.$count(auditLogs)).toBe(before + 1);
  });

  test("leaves out products that would break a rule, changed meanwhile or were deleted", async () => {
    const tight = await create({
      title: "Tapioca",
      slug: "tapioca",
      sale_options: [{ ...option, unit: "kg", price: 10, tiers: [{ from: 5, price: 9.8 }] }],
    });
    const gone = await create({ title: "Fora", slug: "fora", price: 5 });
    await send("DELETE", `/api/products/${gone.id}`);
    await send("PATCH", `/api/products/${caja.id}`, { stock: 5, version: 1 });
    const items = await changePrices({
      products: readVersions(acai, caja, tight, gone),
      percent: 1,
      round_to: "0.90",
    });
    expect(items.map(({ message }) => message)).toEqual([
      undefined,
      "O produto mudou: confira os preços de novo",
      "O preço a partir de 5 deve ser menor que o preço normal, R$ 9,90",
      "O produto foi excluído",
    ]);
    expect((await read(tight)).price).toBe(10);
    expect(await read(caja)).toMatchObject({ price: 36.9, stock: 5 });
    expect((await read(acai)).version).toBe(2);
    const cheap = await changePrices({ products: readVersions(tight), amount: -9.9 });
    expect(cheap[0]?.message).toBe("Um preço ficaria abaixo de zero");
  });

  test("returns what changed when a later piece fails, so that it can be undone", async () => {
    const { many, accept } = await createRejected();
    const items = await changePrices({ products: readVersions(...many), percent: 10 });
    expect(failures.splice(0)).toMatchObject([{ err: { cause: { message: "out of order" } } }]);
    const expected = Array.from(many, (_, index) => (index < 100 ? "changed" : "rejected"));
    expect(statusesOf(items)).toEqual(expected);
    expect(items.at(-1)).toMatchObject({
      title: "Fruta 119",
      message: "A mudança parou antes deste produto: confira o preço e tente de novo",
    });
    await accept();
    await undo(items.slice(0, 100));
    expect((await read(many[0] as Product)).price).toBe(10);
  });

  test.each([
    [{}, "percent"],
    [{ percent: 5, amount: 5 }, "percent"],
    [{ percent: 1.234 }, "percent"],
    [{ percent: -100 }, "percent"],
    [{ amount: "5" }, "amount"],
    [{ percent: 5, round_to: "0.99" }, "round_to"],
    [{ percent: 5, products: [] }, "products"],
    [{ percent: 5, extra: 1 }, "extra"],
  ])("%j is rejected", async (change, field) => {
    const body = { products: readVersions(acai), ...change };
    const problem = await readProblem(await send("POST", "/api/products/prices", body));
    expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
  });
});

describe("undoing it", () => {
  test("restores all prices", async () => {
    const items = await changePrices({ percent: 10, round_to: "0.90" });
    expect(statusesOf(await undo(items))).toEqual(["changed", "changed"]);
    expect(await pricesOfAcai()).toEqual([40, 38.5, 150, 145]);
    expect(await read(caja)).toMatchObject({ price: 36.9, version: 3 });
  });

  test("leaves out products that were saved since", async () => {
    const items = await changePrices({ percent: 10 });
    await send("PATCH", `/api/products/${caja.id}`, { stock: 5, version: 2 });
    expect((await undo(items)).map(({ message }) => message)).toEqual([
      undefined,
      "O produto mudou: confira os preços de novo",
    ]);
    expect(await read(caja)).toMatchObject({ price: 40.59, stock: 5 });
  });

  test("is possible for ten minutes, and for changes of prices only", async () => {
    const items = await changePrices({ percent: 10 });
    clock = () => new Date(Date.now() + 11 * minuteMs);
    expect(statusesOf(await undo(items))).toEqual(["rejected", "rejected"]);
    clock = () => new Date(Date.now() + 9 * minuteMs);
    expect(statusesOf(await undo(items))).toEqual(["changed", "changed"]);
    const renamed = await send("PATCH", `/api/products/${caja.id}`, { title: "Cajá", version: 3 });
    const [other] = await undo([{ ...(await renamed.json()), prices: [], status: "changed" }]);
    expect(other?.message).toContain("Só se desfaz uma mudança de preços");
  });
});

describe("prices that change later", () => {
  const at = new Date(Date.now() + 60 * minuteMs);
  const apply_at = at.toISOString();
  const run = (time = at) => applyScheduledPrices(database, time);
  async function list(): Promise<PriceSchedule[]> {
    return (await (await send("GET", "/api/price-schedules")).json()).items;
  }

  test("change at their minute, once, by who planned them", async () => {
    const local = `${new Date(at.getTime() - 180 * minuteMs).toISOString().slice(0, 16)}:00-03:00`;
    const planned = await changePrices({ percent: 10, apply_at: local });
    expect(statusesOf(planned)).toEqual(["changed", "changed"]);
    expect(await read(acai)).toEqual(acai);
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    expect(await list()).toMatchObject([
      { apply_at: minute.toISOString(), percent: 10, product_count: 2, applied_at: null },
    ]);
    await run(new Date(minute.getTime() - 1));
    expect(await read(acai)).toEqual(acai);
    const before = await database.$count(auditLogs);
    await Promise.all([run(), run()]);
    await run();
    expect(await pricesOfAcai()).toEqual([44, 42.35, 165, 159.5]);
    expect(await read(caja)).toMatchObject({ price: 40.59, version: 2 });
    const entries = await database.select().from(auditLogs);
    expect(entries).toHaveLength(before + 2);
    const authors = entries.filter(({ operation }) => operation === "UPDATE");
    expect(authors.map(({ user_email }) => user_email)).toEqual([email, email]);
    expect(await list()).toMatchObject([{ applied_at: apply_at, skipped: [], author: email }]);
  });

  /** Plans 120 products and changes the first piece of them: the database rejects the second one. */
  async function interrupt() {
    const { many, accept } = await createRejected();
    await changePrices({ products: readVersions(...many), percent: 10, apply_at });
    await expect(run()).rejects.toThrow();
    await accept();
    const readPrices = async () =>
      Promise.all(many.map(async (product) => (await read(product)).price));
    return { many, readPrices };
  }

  test("change in pieces, of which a crash leaves the rest for the next time", async () => {
    const { readPrices } = await interrupt();
    expect(new Set(await readPrices())).toEqual(new Set([11, 10]));
    await run();
    expect(new Set(await readPrices())).toEqual(new Set([11]));
    expect(await list()).toMatchObject([{ product_count: 120, applied_at: apply_at, skipped: [] }]);
  });

  test("can be cancelled when a part has changed, and the report says which have not", async () => {
    const { many, readPrices } = await interrupt();
    const before = await readPrices();
    const [interrupted] = await list();
    const path = `/api/price-schedules/${interrupted?.id}`;
    expect((await send("DELETE", path)).status).toBe(204);
    await run();
    expect(await readPrices()).toEqual(before);
    const [schedule] = await list();
    expect(schedule).toMatchObject({ product_count: 120, applied_at: expect.any(String) });
    const message = "O agendamento foi cancelado antes";
    const unchanged = many.filter((_, index) => before[index] === 10);
    expect(unchanged).toHaveLength(20);
    const sorted = <One extends { id: string }>(rows: readonly One[]) =>
      rows.toSorted((one, other) => one.id.localeCompare(other.id));
    expect(sorted(schedule?.skipped ?? [])).toEqual(
      sorted(unchanged.map(({ id, title }) => ({ id, title, message }))),
    );
    expect((await send("DELETE", path)).status).toBe(404);
    expect((await send("DELETE", `${path}/report`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  test("stay as they are where they changed meanwhile, and the seller sees which", async () => {
    const gone = await create({ title: "Fora", slug: "fora", price: 5 });
    await changePrices({ products: readVersions(acai, caja, gone), percent: 10, apply_at });
    await send("DELETE", `/api/products/${gone.id}`);
    await send("PATCH", `/api/products/${caja.id}`, { price: 30, version: 1 });
    await send("PATCH", `/api/products/${acai.id}`, { stock: 7, title: "Açaí", version: 1 });
    // The shop was closed at that minute.
    await run(new Date(at.getTime() + 600 * minuteMs));
    expect(await read(acai)).toMatchObject({ price: 44, stock: 7, version: 3 });
    expect(await read(caja)).toMatchObject({ price: 30, version: 2 });
    const [schedule] = await list();
    expect(schedule?.skipped).toEqual([
      { id: caja.id, title: "Polpa de cajá", message: "O preço mudou depois do agendamento" },
      { id: gone.id, title: "Fora", message: "O produto foi excluído" },
    ]);
    const path = `/api/price-schedules/${schedule?.id}`;
    expect((await send("DELETE", path)).status).toBe(404);
    expect((await send("DELETE", `${path}/report`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  test("can be cancelled before, and are planned once per product", async () => {
    await changePrices({ products: readVersions(acai), percent: 10, apply_at });
    const later = new Date(at.getTime() + minuteMs);
    const twice = await changePrices({ percent: 20, apply_at: later.toISOString() });
    expect(twice.map(({ message }) => message)).toEqual([
      "O produto já tem um preço agendado: cancele-o antes",
      undefined,
    ]);
    const [first] = await list();
    const path = `/api/price-schedules/${first?.id}`;
    const problem = await readProblem(await send("DELETE", `${path}/report`));
    expect(problem.title).toContain("ainda não mudaram");
    expect((await send("DELETE", path)).status).toBe(204);
    await run(later);
    expect(await pricesOfAcai()).toEqual([40, 38.5, 150, 145]);
    expect(await read(caja)).toMatchObject({ price: 44.28 });
  });

  test.each(["2020-01-01T08:00:00Z", "2090-01-01T08:00:00Z", "amanhã"])(
    "%s is no moment for them",
    async (moment) => {
      const body = { products: readVersions(acai), percent: 5, apply_at: moment };
      const problem = await readProblem(await send("POST", "/api/products/prices", body));
      expect(problem).toMatchObject({ status: 400, errors: [{ field: "apply_at" }] });
    },
  );

  test("are reported for thirty days", async () => {
    await changePrices({ percent: 10, apply_at });
    await run();
    await expirePriceSchedules(database, new Date(at.getTime() + 29 * 24 * 60 * minuteMs));
    expect(await list()).toHaveLength(1);
    await expirePriceSchedules(database, new Date(at.getTime() + 31 * 24 * 60 * minuteMs));
    expect(await list()).toEqual([]);
  });
});
