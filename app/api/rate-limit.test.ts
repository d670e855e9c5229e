import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryRateLimiter } from "#app/platform/rate-limits.ts";
import { createRateLimit, networkOf } from "./rate-limit.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, counted) => {
  expect(networkOf(address)).toBe(counted);
});

test("a refunded point can be consumed again", async () => {
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 1, seconds: 60 });
  expect(await limit.consume("203.0.113.7")).toEqual({ ok: true });
  await limit.refund("203.0.113.7");
  expect(await limit.consume("203.0.113.7")).toEqual({ ok: true });
  expect(await limit.consume("203.0.113.7")).toEqual({ ok: false, retryAfterSeconds: 60 });
});

test("after the clock is set back, the delay does not exceed the window", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 1, seconds: 60 });
  await limit.consume("203.0.113.7");
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  expect(await limit.consume("203.0.113.7")).toEqual({ ok: false, retryAfterSeconds: 60 });
});

test("zero points disable the limit", async () => {
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 0, seconds: 60 });
  for (let taken = 0; taken < 100; taken += 1) {
    expect(await limit.consume("203.0.113.7")).toEqual({ ok: true });
  }
});
