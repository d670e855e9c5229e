import { expect, test, vi } from "vitest";
import { createOutbox } from "./outbox.ts";

// These tests run without IndexedDB, as in a browser that denies it.

type Message = { key: string; savedAt: number; text?: string };
const message = (key: string, savedAt: number): Message => ({ key, savedAt });

test("without IndexedDB an outbox rejects, so that nothing is taken for stored", async () => {
  const outbox = createOutbox<Message>("orders");
  await expect(outbox.list()).rejects.toThrow();
  await expect(outbox.change("a", () => message("a", 1))).rejects.toThrow();
  await expect(outbox.takeTurn("a", async () => "sent")).rejects.toThrow();
});

test("with memory, records stay as long as the page, the oldest first", async () => {
  const outbox = createOutbox<Message>("day", new Map());
  const watcher = vi.fn();
  const stop = outbox.watch(watcher);
  await outbox.change("b", () => message("b", 2));
  await outbox.change("a", () => message("a", 1));
  await outbox.change("b", (stored) => stored && { ...stored, text: "changed" });
  expect(await outbox.list()).toEqual([message("a", 1), { ...message("b", 2), text: "changed" }]);
  expect(await outbox.takeTurn("a", async (stored) => stored?.savedAt)).toBe(1);
  await outbox.change("a", () => undefined);
  expect(await outbox.read("a")).toBeUndefined();
  await vi.waitFor(() => expect(watcher).toHaveBeenCalled());
  stop();
});
