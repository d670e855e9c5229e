import { expect, it } from "vitest";
import { type Change, createChangeFeed } from "./change-feed.ts";

function feedWithLog() {
  const problems: string[] = [];
  const silent = () => undefined;
  const error = (_: object, message: string) => problems.push(message);
  return { problems, feed: createChangeFeed({ info: silent, warn: silent, error }) };
}
const payload = '{"table":"products","operation":"DELETE","id":"a"}';

it("lets nobody's failure keep others from hearing", () => {
  const { feed, problems } = feedWithLog();
  const heard: Change[] = [];
  feed.subscribe(() => {
    throw new Error("my page is gone");
  });
  feed.subscribe((change) => heard.push(change));
  feed.announce(payload);
  expect(heard).toEqual([{ table: "products", operation: "DELETE", id: "a" }]);
  expect(problems).toHaveLength(1);
});

it("logs what it cannot read, and goes on", () => {
  const { feed, problems } = feedWithLog();
  const heard: Change[] = [];
  feed.subscribe((change) => heard.push(change));
  feed.announce("{");
  feed.announce(payload);
  expect(problems).toHaveLength(1);
  expect(heard).toHaveLength(1);
});

it("calls everyone who stays, also when one leaves while it is calling", () => {
  const { feed } = feedWithLog();
  const calls: string[] = [];
  const leave = feed.onGap(() => {
    calls.push("first");
    leave();
  });
  feed.onGap(() => calls.push("second"));
  feed.announceGap();
  feed.announceGap();
  expect(calls).toEqual(["first", "second", "second"]);
});
