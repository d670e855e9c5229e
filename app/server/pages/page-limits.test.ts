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

test("made-up categories, products and route ids are not cached, are limited per network, and evict nothing", async () => {
  const pages = vi.fn<typeof titlesPage>(async (request, options) => {
    const { pathname, search } = new URL(request.url);
    const isUnknown = /^\/produtos\/a|produto=a/.test(pathname + search);
    return isUnknown ? new Response("", { status: 404 }) : titlesPage(request, options);
  });
  const { ask } = await listenForTest({ opened, pages });
  await ask("/produtos");
  const madeUp = Array.from({ length: 100 }, (_, index) => [
    `/sobre.data?_routes=a${index}`,
    `/produtos/a${index}`,
    `/produtos/a${index}.data`,
    `/produtos/pescados?produto=a${index}`,
  ]);
  const answers = await Promise.all(madeUp.flat().map((path) => ask(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404, 503]));
  pages.mockClear();
  await ask("/produtos");
  expect(pages).not.toHaveBeenCalled();
  const metrics = (await ask("/metrics")).body.toString();
  expect(metrics).toContain('pomar_cache_entries{cache="pages"} 1');
});

test("one network leaves places for others when it asks for values that no page has had", async () => {
  const { ask, finish } = await shopWithSlowPage();
  const hostile = Array.from({ length: 80 }, (_, index) =>
    ask(`/produtos/pescados?grupo=g-${index}`, { "X-Forwarded-For": "203.0.113.9" }),
  );
  const rejections: number[] = [];
  for (const answer of hostile) {
    void answer.then(({ status }) => status === 503 && rejections.push(status));
  }
  await vi.waitFor(() => expect(rejections).toHaveLength(70), { timeout: 20_000 });
  const honest = ["/", "/produtos/pescados"].map((path) =>
    ask(path, { "X-Forwarded-For": "198.51.100.7" }),
  );
  finish();
  for (const { status } of await Promise.all(honest)) expect(status).toBe(200);
  const statuses = (await Promise.all(hostile)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test("after a change the pages of known products are rendered beside a network's made-up ones", async () => {
  const { ask, pages } = await shopWithOneProduct();
  const path = "/produtos/pescados?produto=polpa-de-caju";
  await ask(path);
  const notified = Promise.withResolvers<void>();
  onChange(notified.resolve);
  await opened.database.update(products).set({ title: "Polpa de cajá" });
  await notified.promise;
  const hostile = Array.from({ length: 10 }, (_, index) => ask(`/nada-${index}`));
  await vi.waitFor(() => expect(pages.mock.calls.length).toBeGreaterThan(1));
  expect((await ask(path)).body.toString()).toContain("Polpa de cajá");
  await Promise.all(hostile);
});

function onChange(listener: () => void): void {
  const stop = opened.subscribe(() => {
    stop();
    listener();
  });
}
