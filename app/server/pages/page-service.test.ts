import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { insertOrders, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, titlesPage } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();

/** A shop with one product and a counter of page renders. */
async function shopWithOneProduct() {
  await opened.database.insert(products).values(productRow({ title: "Polpa de caju" }));
  return listenWithCounter();
}

async function listenWithCounter(env: Record<string, string> = {}) {
  const pages = vi.fn(titlesPage);
  return { pages, ...(await listenForTest({ opened, pages, env })) };
}

describe("a public page", () => {
  test("is rendered once, also for a hundred concurrent first requests", async () => {
    const { pages, ask } = await shopWithOneProduct();
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask("/produtos")));
    await ask("/produtos");
    expect(pages).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  });

  test("shows a new product title after the change", async () => {
    const { ask } = await shopWithOneProduct();
    const before = await ask("/produtos");
    expect(before.body.toString()).toContain("Polpa de caju");
    await opened.database.update(products).set({ title: "Polpa de cajá" });
    await vi.waitFor(async () => {
      const after = await ask("/produtos", { "If-None-Match": before.headers.etag ?? "" });
      expect(after.status).toBe(200);
      expect(after.body.toString()).toContain("Polpa de cajá");
    });
  });

  test("names the revision of its data, as the event stream does", async () => {
    const { ask, port } = await shopWithOneProduct();
    const revisionOf = ({ headers }: { headers: Record<string, unknown> }) =>
      /^revision;desc="([\w-]+)"$/.exec(String(headers["server-timing"]))?.[1];
    const streamed = async () => {
      const stream = await openEvents(`http://127.0.0.1:${port}/api/events`);
      return ((await stream.event("ready")) as { revision: string }).revision;
    };
    const page = await ask("/produtos");
    const before = await streamed();
    expect(before).toMatch(/^[\w-]+$/);
    expect(revisionOf(page)).toBe(before);
    expect(revisionOf(await ask("/sobre"))).toBe(before);
    const unchanged = await ask("/produtos", { "If-None-Match": page.headers.etag ?? "" });
    expect(unchanged.status).toBe(304);
    expect(revisionOf(unchanged)).toBe(before);

    await insertOrders(opened.database);
    await opened.database.update(products).set({ title: "Polpa de cajá" });
    await vi.waitFor(async () => expect(revisionOf(await ask("/produtos"))).not.toBe(before));
    expect(revisionOf(await ask("/produtos"))).toBe(await streamed());
    expect((await ask("/admin")).headers["server-timing"]).toBeUndefined();
  });

  test("names no revision when it failed, so that it is fetched again", async () => {
    const pages: typeof titlesPage = async () =>
      new Response("<!DOCTYPE html><html></html>", {
        status: 500,
        headers: { "Content-Type": "text/html" },
      });
    const { ask } = await listenForTest({ opened, pages });
    const { status, headers } = await ask("/sobre");
    expect(status).toBe(500);
    expect(headers["server-timing"]).toBeUndefined();
  });

  test("stays cached when an order is placed", async () => {
    const { pages, ask } = await shopWithOneProduct();
    await ask("/produtos");
    await insertOrders(opened.database);
    await opened.database.update(products).set({ stock: 3 });
    await vi.waitFor(async () => {
      await ask("/produtos");
      expect(pages).toHaveBeenCalledTimes(2);
    });
  });

  test("is rendered again after every change of what visitors see, and after no other", async () => {
    const rows = ["pescados", "polpas"].map((category) => productRow({ category, slug: category }));
    await opened.database.insert(products).values(rows);
    const { pages, ask } = await listenWithCounter();
    const paths = ["/produtos/pescados", "/sobre", "/sobre.data"];
    const rendersAfter = async (change: Partial<typeof products.$inferInsert>) => {
      for (const path of paths) await ask(path);
      pages.mockClear();
      const notified = Promise.withResolvers<void>();
      onChange(notified.resolve);
      await opened.database.update(products).set(change).where(eq(products.slug, "polpas"));
      await notified.promise;
      for (const path of paths) await ask(path);
      return pages.mock.calls.length;
    };
    expect(await rendersAfter({ stock: 9 })).toBe(3);
    expect(await rendersAfter({ visible: false })).toBe(3);
    expect(await rendersAfter({ title: "oculto" })).toBe(0);
    expect(await rendersAfter({ visible: true })).toBe(3);
  });

  test("is not cached when the data changed while it was rendered", async () => {
    await opened.database.insert(products).values(productRow({ title: "Polpa de caju" }));
    const reading = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const pages = vi.fn<typeof titlesPage>(async (request, setting) => {
      const response = await titlesPage(request, setting);
      reading.resolve();
      await gate.promise;
      return response;
    });
    const { ask } = await listenForTest({ opened, pages });
    const early = ask("/produtos");
    await reading.promise;
    const notified = Promise.withResolvers<void>();
    onChange(notified.resolve);
    await opened.database.update(products).set({ title: "Polpa de cajá" });
    await notified.promise;
    gate.resolve();
    expect((await early).body.toString()).toContain("Polpa de caju");
    expect((await ask("/produtos")).body.toString()).toContain("Polpa de cajá");
  });

  test("ignores unknown query parameters and uses known ones", async () => {
    await opened.database.insert(products).values(productRow({ slug: "tilapia" }));
    const { pages, ask } = await listenWithCounter();
    for (let visit = 0; visit < 20; visit += 1) await ask(`/produtos/pescados?utm=${visit}`);
    expect(pages).toHaveBeenCalledTimes(1);
    const { body } = await ask("/produtos/pescados?utm=1&produto=tilapia&b=2");
    expect(body.toString()).toContain("<i>?produto=tilapia</i>");
    expect(pages).toHaveBeenCalledTimes(2);
  });

  test("of an unknown product or path is not cached", async () => {
    const pages = vi.fn(async () => new Response("<html></html>", { status: 404 }));
    const { ask } = await listenForTest({ opened, pages });
    for (const visit of ["first", "second"]) {
      expect((await ask("/produtos/pescados?produto=nada")).status, visit).toBe(404);
      expect((await ask("/nada")).status, visit).toBe(404);
    }
    expect(pages).toHaveBeenCalledTimes(4);
  });

  test("is compressed, with an ETag for each encoding, and 304 for a matching one", async () => {
    const { ask } = await shopWithOneProduct();
    const plain = await ask("/");
    for (const visit of ["first", "from memory"]) {
      const br = await ask("/", { "Accept-Encoding": "gzip, br" });
      const gzip = await ask("/", { "Accept-Encoding": "gzip" });
      expect(br.headers, visit).toMatchObject({
        "content-encoding": "br",
        vary: "Cookie, Accept-Encoding",
        "cache-control": "no-cache",
      });
      expect(brotliDecompressSync(br.body)).toEqual(plain.body);
      expect(gunzipSync(gzip.body)).toEqual(plain.body);
      const tags = [plain, br, gzip].map(({ headers }) => headers.etag);
      expect(new Set(tags).size).toBe(3);
      const again = await ask("/", {
        "Accept-Encoding": "br",
        "If-None-Match": `"other", W/${br.headers.etag}`,
      });
      expect(again).toMatchObject({ status: 304, headers: { etag: br.headers.etag } });
      expect(again.body).toHaveLength(0);
    }
  });

  test("answers HEAD with the same header lines and no body", async () => {
    const { ask } = await shopWithOneProduct();
    for (const visit of ["first", "from memory"]) {
      const get = await ask("/sobre");
      const head = await ask("/sobre", {}, { method: "HEAD" });
      expect(head.body, visit).toHaveLength(0);
      expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
      expect(head.headers.etag).toBe(get.headers.etag);
    }
  });

  test("is rendered once for each origin", async () => {
    const { pages, ask } = await shopWithOneProduct();
    await ask("/", { Host: "loja.example" });
    await ask("/", { Host: "loja.example" });
    await ask("/", { Host: "outra.example" });
    expect(pages.mock.calls.map(([request]) => request.url)).toEqual([
      "http://loja.example/",
      "http://outra.example/",
    ]);
    const configured = await listenWithCounter({ PUBLIC_URL: "https://loja.example" });
    await configured.ask("/", { Host: "outra.example" });
    expect(configured.pages.mock.calls[0]?.[0].url).toBe("https://loja.example/");
  });

  test("is cached for a few origins, and rendered each time for others", async () => {
    const { pages, ask } = await shopWithOneProduct();
    await ask("/", { Host: "loja.example" });
    for (let index = 0; index < 20; index += 1) await ask("/", { Host: `random-${index}.example` });
    await ask("/", { Host: "random-19.example" });
    expect(pages).toHaveBeenCalledTimes(22);
    await ask("/", { Host: "loja.example" });
    expect(pages).toHaveBeenCalledTimes(22);
    const metrics = (await ask("/metrics")).body.toString();
    expect(metrics).toContain('pomar_cache_entries{cache="pages"} 4');
  });

  test("is rendered without the headers of the first visitor", async () => {
    const { pages, ask } = await shopWithOneProduct();
    await ask("/", { Cookie: "session=1", Authorization: "Bearer x" });
    expect([...(pages.mock.calls[0]?.[0].headers ?? [])]).toEqual([]);
  });
});

test("cached pages are served while the database is unavailable, also stale ones", async () => {
  let isAvailable = true;
  const pages = vi.fn<typeof titlesPage>(async (request, options) => {
    if (!isAvailable) options.report(Object.assign(new Error("starting up"), { code: "57P03" }));
    return titlesPage(request, options);
  });
  await opened.database.insert(products).values(productRow({ title: "Polpa de caju" }));
  const { ask } = await listenForTest({ opened, pages });
  await ask("/produtos");
  isAvailable = false;
  await opened.database.update(products).set({ title: "Polpa de cajá" });
  await vi.waitFor(async () => {
    await ask("/produtos");
    expect(pages.mock.calls.length).toBeGreaterThan(1);
  });
  const stale = await ask("/produtos");
  expect(stale.status).toBe(200);
  expect(stale.body.toString()).toContain("Polpa de caju");
  expect((await ask("/sobre")).status).toBe(503);
  isAvailable = true;
  expect((await ask("/produtos")).body.toString()).toContain("Polpa de cajá");
});

test("an unknown path is a 404 and is not cached", async () => {
  const { pages, ask } = await shopWithOneProduct();
  for (const path of ["/nada", "/nada", "/nada.data"]) {
    expect((await ask(path)).status).toBe(404);
  }
  expect(pages).toHaveBeenCalledTimes(3);
});

test("back office pages are rendered for each request with its headers", async () => {
  const { pages, ask } = await shopWithOneProduct();
  await ask("/admin", { Cookie: "session=1" });
  await ask("/admin", { Cookie: "session=2" });
  const cookies = pages.mock.calls.map(([request]) => request.headers.get("Cookie"));
  expect(cookies).toEqual(["session=1", "session=2"]);
  expect((await ask("/admin")).headers["cache-control"]).toBe("private, no-cache");
});

test("public API lists are cached until their data changes", async () => {
  const { ask } = await shopWithOneProduct();
  const first = await ask("/api/products");
  const second = await ask("/api/products", { "If-None-Match": first.headers.etag ?? "" });
  expect(second.status).toBe(304);
  expect(first.headers["cache-control"]).toBe("no-cache");
  await opened.database.update(products).set({ title: "Polpa de cajá" });
  await vi.waitFor(async () => {
    expect((await ask("/api/products")).body.toString()).toContain("Polpa de cajá");
  });
});

function onChange(listener: () => void): void {
  const stop = opened.subscribe(() => {
    stop();
    listener();
  });
}
