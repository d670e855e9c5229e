import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { onGap, subscribeToChanges } from "../changes.ts";
import { dismissToast, readToasts } from "../toast.ts";
import { FakeEventSource, fakeBrowser, latestStream, realBrowser } from "./fake-browser.ts";
import { watchShop } from "./watch-shop.ts";

const titles = () => readToasts().map((notice) => notice.title);
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const unwell = async () => new Response(null, { status: 503 });
const well = async () => Response.json({ status: "ok" });

const gap = vi.fn();
let browser: ReturnType<typeof fakeBrowser>;
let stops: (() => void)[];

function watch({ staysAwake = false } = {}) {
  const ending = new AbortController();
  watchShop({ staysAwake }, ending.signal);
  stops.push(() => ending.abort());
}

beforeEach(() => {
  gap.mockReset();
  browser = fakeBrowser();
  stops = [onGap(gap)];
});

afterEach(() => {
  for (const stop of stops) stop();
  for (const { id } of readToasts()) dismissToast(id);
  realBrowser();
});

describe("the connection", () => {
  test("says that it is lost until it is back, and then that, in the same place", async () => {
    watch();
    browser.goOffline();
    await wait(600_000);
    expect(readToasts()).toEqual([
      {
        id: "connection",
        title: "Conexão perdida",
        description:
          "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
        look: "warning",
        persistent: true,
      },
    ]);
    await browser.goOnline();
    expect(readToasts()).toEqual([
      {
        id: "connection",
        title: "Conexão restaurada",
        description: "Sincronização em tempo real ativa novamente.",
        look: "success",
        persistent: false,
      },
    ]);
  });

  test("is said to be back when the shop is reached, not when the device only thinks so", async () => {
    watch();
    browser.health.mockImplementation(unwell);
    browser.goOffline();
    await browser.goOnline();
    expect(titles()).toEqual(["Erro de sincronização"]);
    browser.health.mockImplementation(well);
    await wait(30_000);
    expect(titles()).toEqual(["Conexão restaurada"]);
  });

  test("lost again and again, it is said once", async () => {
    watch();
    for (let round = 0; round < 8; round += 1) {
      browser.goOffline();
      await browser.goOnline();
    }
    browser.goOffline();
    browser.goOffline();
    expect(titles()).toEqual(["Conexão perdida"]);
  });

  test("is left alone after the page is done with it", async () => {
    watch();
    stops[1]?.();
    browser.goOffline();
    await wait(60_000);
    expect(titles()).toEqual([]);
    expect(browser.health).not.toHaveBeenCalled();
    expect(latestStream().isClosed).toBe(true);
  });
});

describe("the shop's health", () => {
  test("is asked every 30 seconds, and only while the page is seen and the device online", async () => {
    watch();
    await wait(60_000);
    expect(browser.health).toHaveBeenCalledTimes(2);
    browser.show("hidden");
    await wait(60_000);
    browser.goOffline();
    browser.show("visible");
    await wait(60_000);
    expect(browser.health).toHaveBeenCalledTimes(2);
  });

  test("is asked at once when a page hidden for long is seen again", async () => {
    watch();
    browser.show("hidden");
    await wait(45_000);
    browser.show("visible");
    expect(browser.health).toHaveBeenCalledTimes(1);
  });

  test("failing shows one lasting notice, taken away when it is well again", async () => {
    watch();
    browser.health.mockImplementation(unwell);
    await wait(90_000);
    expect(readToasts()).toEqual([
      {
        id: "synchronization",
        title: "Erro de sincronização",
        description: "Falha ao sincronizar dados. Verifique sua conexão.",
        look: "destructive",
        persistent: true,
      },
    ]);
    browser.health.mockImplementation(well);
    await wait(30_000);
    expect(titles()).toEqual([]);
  });

  test("does not bring back a notice that was closed by hand, until there is new trouble", async () => {
    watch();
    browser.health.mockImplementation(unwell);
    await wait(30_000);
    dismissToast("synchronization");
    await wait(60_000);
    expect(titles()).toEqual([]);
    browser.health.mockImplementation(well);
    await wait(30_000);
    browser.health.mockRejectedValue(new TypeError("Failed to fetch"));
    await wait(30_000);
    expect(titles()).toEqual(["Erro de sincronização"]);
  });
});

describe("the stream of changes", () => {
  test("reaches those who listen", () => {
    const heard = vi.fn();
    stops.push(subscribeToChanges(heard));
    watch();
    latestStream().tell("changes", [{ table: "products", operation: "UPDATE", id: "a" }]);
    expect(heard).toHaveBeenCalledExactlyOnceWith([
      { table: "products", operation: "UPDATE", id: "a" },
    ]);
  });

  test("that fails lastingly shows the same one notice, and the page is read anew with every poll", async () => {
    watch();
    const endlessly = vi.fn(() => latestStream().break());
    for (let failures = 1; failures <= 3; failures += 1) {
      endlessly();
      expect(titles()).toEqual([]);
      await wait(9000);
    }
    endlessly();
    expect(titles()).toEqual(["Erro de sincronização"]);
    expect(gap).not.toHaveBeenCalled();
    await wait(30_000);
    expect(gap).toHaveBeenCalled();
    latestStream().tell("ready", { quiet_for: 1e9 });
    expect(titles()).toEqual([]);
  });

  test("tells of a gap when it comes back, and of none when nothing happened", async () => {
    watch();
    latestStream().tell("ready", { quiet_for: 1e9 });
    browser.goOffline();
    await browser.goOnline();
    latestStream().tell("ready", { quiet_for: 1e9 });
    expect(gap).not.toHaveBeenCalled();
    browser.goOffline();
    await browser.goOnline();
    latestStream().tell("ready", { quiet_for: 5 });
    expect(gap).toHaveBeenCalledTimes(1);
  });

  test("rests while the page is hidden for long, and is there again when it is seen", async () => {
    watch();
    browser.show("hidden");
    await wait(5000);
    browser.show("visible");
    browser.show("hidden");
    await wait(9000);
    expect(latestStream().isClosed).toBe(false);
    await wait(2000);
    expect(latestStream().isClosed).toBe(true);
    await wait(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    browser.show("visible");
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  test("is not opened by a page that nobody has seen yet", () => {
    browser.show("hidden");
    watch();
    expect(FakeEventSource.opened).toHaveLength(0);
    browser.show("visible");
    expect(FakeEventSource.opened).toHaveLength(1);
  });

  test("stays while the back office is hidden", async () => {
    watch({ staysAwake: true });
    browser.show("hidden");
    await wait(20_000);
    expect(latestStream().isClosed).toBe(false);
  });

  test("is let go of by a page that is put away, and taken up when the back button brings it", () => {
    watch({ staysAwake: true });
    browser.putAway();
    expect(latestStream().isClosed).toBe(true);
    browser.bringBack();
    expect(FakeEventSource.opened).toHaveLength(2);
  });
});
