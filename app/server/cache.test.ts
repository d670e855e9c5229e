import { describe, expect, test } from "vitest";
import { createCache } from "./cache.ts";

let changes = 0;
const revision = () => String(changes);
const options = { revision, maxBytes: 1000, maxEntries: 3, sizeOf: (text: string) => text.length };
const result = (value: string, isCacheable = true) => ({ value, isCacheable });

describe("cache", () => {
  test("loads once for a hundred concurrent requests", async () => {
    const cache = createCache(options);
    let loads = 0;
    const load = async () => {
      loads += 1;
      await Promise.resolve();
      return result("page");
    };
    await Promise.all(Array.from({ length: 100 }, () => cache.fetch("/", load)));
    expect(loads).toBe(1);
    expect(cache.get("/")).toBe("page");
  });

  test("does not store a load that began before a change, nor share it with later requests", async () => {
    const cache = createCache(options);
    const gate = Promise.withResolvers<void>();
    const old = cache.fetch("/", async () => {
      await gate.promise;
      return result("old");
    });
    changes += 1;
    const fresh = await cache.fetch("/", async () => result("new"));
    gate.resolve();
    expect(await old).toBe("old");
    expect(cache.get("/")).toBe(fresh);
  });

  test("shares a load that waits for its place with requests after a change, and stores its result", async () => {
    const cache = createCache(options);
    const place = Promise.withResolvers<void>();
    const load = async () => result("new");
    const early = cache.fetch("/", load, async (start) => {
      await place.promise;
      return start();
    });
    changes += 1;
    const late = cache.fetch("/", () => Promise.reject(new Error("loaded twice")));
    place.resolve();
    expect([await early, await late, cache.get("/")]).toEqual(["new", "new", "new"]);
  });

  test("does not cache failures: the next request loads again", async () => {
    const cache = createCache(options);
    const failing = () => Promise.reject(new Error("no database"));
    await expect(cache.fetch("/", failing)).rejects.toThrow("no database");
    expect(await cache.fetch("/", async () => result("page"))).toBe("page");
  });

  test("serves the previous response where loading fails in a way that allows it", async () => {
    const canServeStale = (error: unknown) => (error as Error).message === "outage";
    const cache = createCache({ ...options, canServeStale });
    const fail = (message: string) => () => Promise.reject(new Error(message));
    const old = await cache.fetch("/", async () => result("old"));
    changes += 1;
    expect(cache.get("/")).toBeUndefined();
    expect(cache.has("/")).toBe(true);
    await expect(cache.fetch("/", fail("outage"))).resolves.toBe(old);
    await expect(cache.fetch("/", fail("bug"))).rejects.toThrow("bug");
    await expect(cache.fetch("/outra", fail("outage"))).rejects.toThrow("outage");
    const fresh = await cache.fetch("/", async () => result("new"));
    expect(cache.get("/")).toBe(fresh);
  });

  test("does not store an uncacheable response", async () => {
    const cache = createCache(options);
    await cache.fetch("/nada", async () => result("404", false));
    expect(cache.get("/nada")).toBeUndefined();
  });

  test("evicts the least recently used entries, by count and by bytes", async () => {
    const cache = createCache(options);
    for (const key of ["a", "b", "c"]) await cache.fetch(key, async () => result(key));
    cache.get("a");
    await cache.fetch("d", async () => result("d"));
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key))).toEqual(["a", "c", "d"]);
    await cache.fetch("big", async () => result("x".repeat(998)));
    expect(cache.get("d")).toBe("d");
    expect(cache.get("a")).toBeUndefined();
    await cache.fetch("huge", async () => result("x".repeat(1001)));
    expect(cache.get("huge")).toBeUndefined();
  });
});
