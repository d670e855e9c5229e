import { describe, expect, test } from "vitest";
import { createResponseCache, type LoadResult } from "./response-cache.ts";
import { storeResponse } from "./stored-response.ts";

const limits = { maxBytes: 1000, maxEntries: 3 };
const result = (text: string, isCacheable = true): LoadResult => ({
  response: storeResponse({ status: 200, headers: [], body: Buffer.from(text) }),
  isCacheable,
});

describe("response cache", () => {
  test("loads once for a hundred concurrent requests", async () => {
    const cache = createResponseCache(limits);
    let loads = 0;
    const load = async () => {
      loads += 1;
      await Promise.resolve();
      return result("page");
    };
    const responses = await Promise.all(Array.from({ length: 100 }, () => cache.fetch("/", load)));
    expect(loads).toBe(1);
    expect(new Set(responses).size).toBe(1);
    expect(cache.get("/")).toBe(responses[0]);
  });

  test("does not store a load that began before a clear, nor share it with later requests", async () => {
    const cache = createResponseCache(limits);
    const gate = Promise.withResolvers<void>();
    const old = cache.fetch("/", async () => {
      await gate.promise;
      return result("old");
    });
    cache.clear();
    const fresh = await cache.fetch("/", async () => result("new"));
    gate.resolve();
    expect((await old).body.toString()).toBe("old");
    expect(cache.get("/")).toBe(fresh);
  });

  test("does not cache failures: the next request loads again", async () => {
    const cache = createResponseCache(limits);
    const failing = () => Promise.reject(new Error("no database"));
    await expect(cache.fetch("/", failing)).rejects.toThrow("no database");
    await expect(cache.fetch("/", async () => result("page"))).resolves.toBeDefined();
  });

  test("serves the previous response where loading fails in a way that allows it", async () => {
    const canServeStale = (error: unknown) => (error as Error).message === "outage";
    const cache = createResponseCache(limits, canServeStale);
    const fail = (message: string) => () => Promise.reject(new Error(message));
    const old = await cache.fetch("/", async () => result("old"));
    cache.clear();
    expect(cache.get("/")).toBeUndefined();
    await expect(cache.fetch("/", fail("outage"))).resolves.toBe(old);
    await expect(cache.fetch("/", fail("bug"))).rejects.toThrow("bug");
    await expect(cache.fetch("/outra", fail("outage"))).rejects.toThrow("outage");
    const fresh = await cache.fetch("/", async () => result("new"));
    expect(cache.get("/")).toBe(fresh);
  });

  test("does not store an uncacheable response", async () => {
    const cache = createResponseCache(limits);
    await cache.fetch("/nada", async () => result("404", false));
    expect(cache.get("/nada")).toBeUndefined();
  });

  test("evicts the least recently used entries, by count and by bytes", async () => {
    const cache = createResponseCache(limits);
    for (const key of ["a", "b", "c"]) await cache.fetch(key, async () => result(key));
    cache.get("a");
    await cache.fetch("d", async () => result("d"));
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key))).toEqual(["a", "c", "d"]);
    await cache.fetch("big", async () => result("x".repeat(998)));
    expect(cache.get("d")).toBeDefined();
    expect(cache.get("a")).toBeUndefined();
    await cache.fetch("huge", async () => result("x".repeat(1001)));
    expect(cache.get("huge")).toBeUndefined();
  });
});
