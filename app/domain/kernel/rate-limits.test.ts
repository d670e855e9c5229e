import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { consumePoint, selectRateLimiters } from "./rate-limits.server.ts";
import { rateLimits } from "./table.ts";

const { database } = await openTestDatabase();

test("the database has no address, phone or network of a limit, which counts all the same", async () => {
  const createLimiter = selectRateLimiters({ engine: "postgres", database });
  const keys = ["maria@example.com", "11987654321", "203.0.113.7"];
  for (const key of keys) {
    const limits = [1, 2].map(() => createLimiter({ name: "contact", points: 2, seconds: 60 }));
    const consumed = limits.map((limit) => consumePoint(limit, key));
    expect(await Promise.all(consumed)).toEqual([true, true]);
    expect(
      await consumePoint(createLimiter({ name: "contact", points: 2, seconds: 60 }), key),
    ).toBe(false);
  }
  const stored = JSON.stringify(await database.select().from(rateLimits));
  expect(stored).toContain("contact:");
  for (const key of keys) expect(stored).not.toContain(key);
});
