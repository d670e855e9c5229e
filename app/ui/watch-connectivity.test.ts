import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dismissToast, readToasts } from "./toast.ts";
import { watchConnectivity } from "./watch-connectivity.ts";

const titles = () => readToasts().map((notice) => notice.title);

describe("the connection", () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const events = new EventTarget();
  const device = { onLine: true };
  const health = vi.fn<typeof fetch>();
  const onReturn = vi.fn();
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", page);
    vi.stubGlobal("navigator", device);
    vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
    vi.stubGlobal("fetch", health);
    health.mockReset().mockImplementation(async () => Response.json({ status: "ok" }));
    onReturn.mockReset();
    page.visibilityState = "visible";
    device.onLine = true;
    stop = watchConnectivity(onReturn);
  });

  afterEach(() => {
    stop();
    for (const notice of readToasts()) dismissToast(notice.id);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  function goOffline() {
    device.onLine = false;
    events.dispatchEvent(new Event("offline"));
  }

  async function goOnline() {
    device.onLine = true;
    events.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
  }

  test("says that it is lost until it is back, and then that, in the same place", async () => {
    goOffline();
    expect(readToasts()).toMatchObject([{ title: "Conexão perdida", persistent: true }]);
    await goOnline();
    expect(readToasts()).toMatchObject([{ title: "Conexão restaurada", persistent: false }]);
  });

  test("has the page's data read anew once the shop answers again", async () => {
    health.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    goOffline();
    await goOnline();
    expect(onReturn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onReturn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onReturn).toHaveBeenCalledTimes(1);
  });

  test("is asked about every 30 seconds, and only while the page is seen and the device online", async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(health).toHaveBeenCalledTimes(2);
    page.visibilityState = "hidden";
    await vi.advanceTimersByTimeAsync(60_000);
    goOffline();
    page.visibilityState = "visible";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(health).toHaveBeenCalledTimes(2);
  });

  test("is asked about at once when a page hidden for long is seen again", async () => {
    page.visibilityState = "hidden";
    await vi.advanceTimersByTimeAsync(45_000);
    page.visibilityState = "visible";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(health).toHaveBeenCalledTimes(1);
  });

  test("shows one lasting notice while the shop is unwell, and takes it away afterwards", async () => {
    health.mockImplementation(async () => new Response(null, { status: 503 }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(readToasts()).toMatchObject([{ title: "Erro de sincronização", persistent: true }]);
    health.mockImplementation(async () => Response.json({ status: "ok" }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(titles()).toEqual([]);
    expect(onReturn).toHaveBeenCalledTimes(1);
  });

  test("is left alone after the page is done with it", async () => {
    stop();
    goOffline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(titles()).toEqual([]);
    expect(health).not.toHaveBeenCalled();
  });
});
