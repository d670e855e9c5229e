import { afterEach, expect, test, vi } from "vitest";
import { notifyTabs, watchTabs, withFreeLock, withLock } from "./tabs.ts";

afterEach(() => vi.unstubAllGlobals());

function blockSiteData() {
  const denied = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("navigator", { locks: { request: denied } });
  vi.stubGlobal("BroadcastChannel", denied);
}

test.each([
  ["site data is blocked", blockSiteData],
  ["there are no locks", () => vi.stubGlobal("navigator", {})],
])("work runs without a lock where %s", async (_, prepare) => {
  prepare();
  await expect(withLock("orders", async () => "sent")).resolves.toBe("sent");
  const work = vi.fn(async () => {});
  await withFreeLock("sound", work);
  expect(work).toHaveBeenCalledTimes(1);
});

test("an error of the work is not taken for one of the lock", async () => {
  const work = vi.fn(async () => {
    throw new Error("no connection");
  });
  await expect(withLock("orders", work)).rejects.toThrow("no connection");
  expect(work).toHaveBeenCalledTimes(1);
});

test("work is skipped while another holds the lock", async () => {
  const work = vi.fn(async () => {});
  await withLock("sound", () => withFreeLock("sound", work));
  expect(work).not.toHaveBeenCalled();
});

test("a watcher receives messages until it stops", async () => {
  const received = new Promise<void>((resolve) => {
    const stop = watchTabs("orders", () => {
      stop();
      resolve();
    });
  });
  notifyTabs("orders");
  await received;
});

test("where channels are blocked, a watcher of the same tab receives messages until it stops", () => {
  blockSiteData();
  const watcher = vi.fn();
  const stop = watchTabs("orders", watcher);
  notifyTabs("orders");
  expect(watcher).toHaveBeenCalledTimes(1);
  stop();
  notifyTabs("orders");
  expect(watcher).toHaveBeenCalledTimes(1);
});
