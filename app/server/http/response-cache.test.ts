import { describe, expect, test } from "vitest";
import { createAnswerCache, type Rendering } from "./response-cache.ts";
import { storeAnswer } from "./stored-response.ts";

const limits = { bytes: 1000, entries: 3 };
const rendering = (text: string, keep = true): Rendering => ({
  answer: storeAnswer({ status: 200, headers: [], body: Buffer.from(text) }),
  keep,
});

describe("the cache of answers", () => {
  test("renders once for a hundred who ask at the same time", async () => {
    const cache = createAnswerCache(limits);
    let renders = 0;
    const render = async () => {
      renders += 1;
      await Promise.resolve();
      return rendering("page");
    };
    const answers = await Promise.all(Array.from({ length: 100 }, () => cache.fetch("/", render)));
    expect(renders).toBe(1);
    expect(new Set(answers).size).toBe(1);
    expect(cache.get("/")).toBe(answers[0]);
  });

  test("does not keep what began before a change, nor let later visitors wait for it", async () => {
    const cache = createAnswerCache(limits);
    const gate = Promise.withResolvers<void>();
    const old = cache.fetch("/", async () => {
      await gate.promise;
      return rendering("old");
    });
    cache.clear();
    const fresh = await cache.fetch("/", async () => rendering("new"));
    gate.resolve();
    expect((await old).variants.identity.body.toString()).toBe("old");
    expect(cache.get("/")).toBe(fresh);
  });

  test("keeps no failure: the next visitor gets a new try", async () => {
    const cache = createAnswerCache(limits);
    const failing = () => Promise.reject(new Error("no database"));
    await expect(cache.fetch("/", failing)).rejects.toThrow("no database");
    await expect(cache.fetch("/", async () => rendering("page"))).resolves.toBeDefined();
  });

  test("keeps nothing that is not to be kept", async () => {
    const cache = createAnswerCache(limits);
    await cache.fetch("/nada", async () => rendering("404", false));
    expect(cache.get("/nada")).toBeUndefined();
  });

  test("makes room by what was asked for longest ago, by count and by bytes", async () => {
    const cache = createAnswerCache(limits);
    for (const key of ["a", "b", "c"]) await cache.fetch(key, async () => rendering(key));
    cache.get("a");
    await cache.fetch("d", async () => rendering("d"));
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key))).toEqual(["a", "c", "d"]);
    await cache.fetch("big", async () => rendering("x".repeat(998)));
    expect(cache.get("d")).toBeDefined();
    expect(cache.get("a")).toBeUndefined();
    await cache.fetch("huge", async () => rendering("x".repeat(1001)));
    expect(cache.get("huge")).toBeUndefined();
  });
});
