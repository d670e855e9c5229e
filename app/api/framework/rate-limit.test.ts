import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryRateLimiter } from "#app/domain/kernel/rate-limits.server.ts";
import { createRateLimit, networkOf, reportLimit, sendRateLimits } from "./rate-limit.ts";

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

test("wider networks have fewer groups", () => {
  expect(networkOf("2001:db8:1:2::9", 48)).toBe("2001:db8:1");
  expect(networkOf("2001:db8:1:2::9", 32)).toBe("2001:db8");
  expect(networkOf("203.0.113.7", 32)).toBe("203.0.113.7");
});

test("a refunded point can be consumed again", async () => {
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 1, seconds: 60 });
  expect(await limit.consume("203.0.113.7")).toMatchObject({ ok: true });
  await limit.refund("203.0.113.7");
  expect(await limit.consume("203.0.113.7")).toMatchObject({ ok: true });
  expect(await limit.consume("203.0.113.7")).toMatchObject({ ok: false, retryAfterSeconds: 60 });
});

test("after the clock is set back, the delay does not exceed the window", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 1, seconds: 60 });
  await limit.consume("203.0.113.7");
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  expect(await limit.consume("203.0.113.7")).toMatchObject({ ok: false, retryAfterSeconds: 60 });
});

test("zero points disable the limit", async () => {
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 0, seconds: 60 });
  for (let taken = 0; taken < 100; taken += 1) {
    expect(await limit.consume("203.0.113.7")).toMatchObject({ ok: true });
  }
});

test("the limits that counted a request are in the headers of its response, also of a rejection", async () => {
  const limit = createRateLimit(createMemoryRateLimiter, { name: "test", points: 2, seconds: 60 });
  const app = new Hono().use(sendRateLimits).get("/", async (c) => {
    const admission = await limit.consume("203.0.113.7");
    reportLimit(c, admission.state);
    if (!admission.ok) throw new HTTPException(429);
    return c.text("ok");
  });
  const answers = [await app.request("/"), await app.request("/"), await app.request("/")];
  expect(answers.map(({ status, headers }) => [status, headers.get("RateLimit")])).toEqual([
    [200, '"test";r=1;t=60'],
    [200, '"test";r=0;t=60'],
    [429, '"test";r=0;t=60'],
  ]);
  expect(answers[0]?.headers.get("RateLimit-Policy")).toBe('"test";q=2;w=60');
});
