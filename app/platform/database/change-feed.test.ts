import { expect, it } from "vitest";
import type { RowChange } from "#app/shared/changes.ts";
import { createChangeFeed } from "./database.ts";

function feedWithLog() {
  const errors: string[] = [];
  const error = (_: object, message: string) => errors.push(message);
  return { errors, feed: createChangeFeed({ error }) };
}
const payload = '{"table":"products","operation":"DELETE","id":"a"}';

it("calls the other subscribers when one throws", () => {
  const { feed, errors } = feedWithLog();
  const received: RowChange[] = [];
  feed.subscribe(() => {
    throw new Error("subscriber failed");
  });
  feed.subscribe((change) => received.push(change));
  feed.publish(payload);
  expect(received).toEqual([{ table: "products", operation: "DELETE", id: "a" }]);
  expect(errors).toHaveLength(1);
});

it("logs an invalid payload and continues", () => {
  const { feed, errors } = feedWithLog();
  const received: RowChange[] = [];
  feed.subscribe((change) => received.push(change));
  feed.publish("{");
  feed.publish(payload);
  expect(errors).toHaveLength(1);
  expect(received).toHaveLength(1);
});

it("calls every remaining subscriber when one unsubscribes during the call", () => {
  const { feed } = feedWithLog();
  const calls: string[] = [];
  const unsubscribe = feed.onGap(() => {
    calls.push("first");
    unsubscribe();
  });
  feed.onGap(() => calls.push("second"));
  feed.publishGap();
  feed.publishGap();
  expect(calls).toEqual(["first", "second", "second"]);
});
