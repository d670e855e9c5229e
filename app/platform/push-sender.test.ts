import { expect, test } from "vitest";
import { areSubscriptionKeys, generatePushKey } from "./push-sender.ts";

/** The keys of the example of RFC 8291. */
const p256dh =
  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const auth = "BTBZMqHH6r4Tts7J_aSIgg";

test("a key consists of a number and a point of the curve", () => {
  const key = generatePushKey();
  expect(key.private_key).toMatch(/^[\w-]{43}$/);
  expect(key.public_key).toMatch(/^[\w-]{87}$/);
  expect(areSubscriptionKeys({ p256dh: key.public_key, auth })).toBe(true);
});

test.each([
  ["another point", `${p256dh.slice(0, -2)}AA`, auth],
  ["a short secret", p256dh, "BTBZMqHH6r4Tts7J_aSI"],
  ["nothing", "", ""],
])("%s is not a subscription", (_what, key, secret) => {
  expect(areSubscriptionKeys({ p256dh, auth })).toBe(true);
  expect(areSubscriptionKeys({ p256dh: key, auth: secret })).toBe(false);
});
