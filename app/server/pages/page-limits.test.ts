import { expect, test, vi } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, titlesPage } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();

async function shopWithOneProduct() {
  await opened.database.insert(products).values(productRow({ title: "Polpa de caju" }));
  const pages = vi.fn(titlesPage);
  return { pages, ...(await listenForTest({ opened, pages })) };
}

/** A page that is not finished before `finish`. */
async function shopWithSlowPage() {
  const gate = Promise.withResolvers<void>();
  let active = 0;
  let maxActive = 0;
  const pages = vi.fn<typeof titlesPage>(async (request, options) => {
    active += 1;
    maxActive = Math.max(maxActive, active);
    await gate.promise;
    active -= 1;
    return titlesPage(request, options);
  });
  const env = { PUBLIC_URL: "http://loja.example", TRUST_PROXY: "127.0.0.1" };
  const shop = await listenForTest({ opened, pages, env });
  return { ...shop, pages, finish: gate.resolve, maxActive: () => maxActive };
}

test("two renders at a time, one of them uncached, and 503 when too many of a network are queued", async () => {
  const { ask, finish, maxActive, pages } = await shopWithSlowPage();
  const askFrom = (address: string) => (_: unknown, index: number) =>
    ask(`/nada-${index}`, { "X-Forwarded-For": address });
  const others = Array.from({ length: 5 }, askFrom("198.51.100.7"));
  const hostile = Array.from({ length: 40 }, askFrom("203.0.113.9"));
  await vi.waitFor(() => expect(pages).toHaveBeenCalledTimes(1));
  const honest = ["/", "/produtos", "/sobre"].map((path) => ask(path));
  await vi.waitFor(() => expect(pages).toHaveBeenCalledTimes(2));
  expect((await ask("/api/health")).status).toBe(200);
  const rejected = (await Promise.race(hostile)) as Awaited<(typeof hostile)[number]>;
  expect(rejected).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(rejected.body.toString()).toContain("Muitas visitas agora");
  expect(rejected.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  finish();
  for (const response of await Promise.all(honest)) expect(response.status).toBe(200);
  const statuses = (await Promise.all(hostile)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  expect(statuses.filter((status) => status === 503)).toHaveLength(30);
  for (const response of await Promise.all(others)) expect(response.status).toBe(404);
  expect(maxActive()).toBe(2);
});

test("made-up categories and route ids are uncached, limited per network, and evict nothing", async () => {
  const { pages, ask } = await shopWithOneProduct();
  await ask("/produtos");
  const madeUp = Array.from({ length: 520 }, (_, index) => [
    `/sobre.data?_routes=a${index}`,
    `/produtos/a${index}`,
    `/produtos/a${index}.data`,
  ]);
  const answers = await Promise.all(madeUp.flat().map((path) => ask(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  pages.mockClear();
  await ask("/produtos");
  expect(pages).not.toHaveBeenCalled();
  const metrics = (await ask("/metrics")).body.toString();
  expect(metrics).toContain('pomar_cache_entries{cache="pages"} 1');
});

test("one network leaves places for others when all pages are rendered again", async () => {
  const { ask, finish } = await shopWithSlowPage();
  const rows = Array.from({ length: 80 }, (_, index) => productRow({ slug: `p-${index}` }));
  await opened.database.insert(products).values(rows);
  const hostile = rows.map(({ slug }) =>
    ask(`/produtos/pescados?produto=${slug}`, { "X-Forwarded-For": "203.0.113.9" }),
  );
  await vi.waitFor(async () => {
    const rejected = await Promise.race([...hostile, "none"]);
    expect(rejected).toMatchObject({ status: 503 });
  });
  const honest = ["/", "/sobre"].map((path) => ask(path, { "X-Forwarded-For": "198.51.100.7" }));
  finish();
  for (const { status } of await Promise.all(honest)) expect(status).toBe(200);
  const statuses = (await Promise.all(hostile)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
});

test("the previous version is served while others are rendered, but not as data", async () => {
  let gate = Promise.resolve();
  const pages = vi.fn<typeof titlesPage>(async (request, options) => {
    const response = await titlesPage(request, options);
    await gate;
    return response;
  });
  await opened.database.insert(products).values(productRow({ title: "Polpa de caju" }));
  const { ask } = await listenForTest({ opened, pages });
  const paths = ["/produtos", "/produtos.data"];
  for (const path of paths) await ask(path);
  const opening = Promise.withResolvers<void>();
  gate = opening.promise;
  const others = ["/", "/sobre"].map((path) => ask(path));
  await vi.waitFor(() => expect(pages).toHaveBeenCalledTimes(4));
  const notified = Promise.withResolvers<void>();
  onChange(notified.resolve);
  await opened.database.update(products).set({ title: "Polpa de cajá" });
  await notified.promise;
  const [page, data] = paths.map((path) => ask(path));
  const previous = await page;
  expect(previous?.body.toString()).toContain("Polpa de caju");
  expect(previous?.headers["server-timing"]).toBeUndefined();
  opening.resolve();
  await Promise.all(others);
  expect((await data)?.body.toString()).toContain("Polpa de cajá");
  expect((await ask("/produtos")).body.toString()).toContain("Polpa de cajá");
});

test("unknown products share one cached page", async () => {
  const { pages, ask } = await shopWithOneProduct();
  for (let index = 0; index < 20; index += 1) {
    await ask(`/produtos/polpas-de-frutas?produto=random-${index}`);
  }
  expect(pages).toHaveBeenCalledTimes(1);
  const [product] = await opened.database.select().from(products);
  await ask(`/produtos/polpas-de-frutas?produto=${product?.slug}`);
  expect(pages).toHaveBeenCalledTimes(2);
  expect(pages.mock.calls[1]?.[0].url).toContain(`?produto=${product?.slug}`);
});

function onChange(listener: () => void): void {
  const stop = opened.subscribe(() => {
    stop();
    listener();
  });
}
