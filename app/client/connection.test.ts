import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeBrowser, latestStream, realBrowser } from "#tests/support/fake-browser.ts";
import { onMissedChanges } from "./changes.ts";
import { startLiveUpdates } from "./connection.ts";
import { $toasts, dismissToast } from "./toast.ts";

const titles = () => $toasts.get().map((notice) => notice.title);
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const unhealthy = async () => new Response(null, { status: 503 });
const healthy = async () => Response.json({ status: "ok" });

const missed = vi.fn();
let browser: ReturnType<typeof fakeBrowser>;
let stops: (() => void)[];

function watch() {
  const controller = new AbortController();
  const page = { isShown: () => false, refetch: async () => true };
  startLiveUpdates({ page }, controller.signal);
  stops.push(() => controller.abort());
}

beforeEach(() => {
  missed.mockReset();
  browser = fakeBrowser();
  stops = [onMissedChanges(missed)];
});

afterEach(() => {
  for (const stop of stops) stop();
  for (const { id } of $toasts.get()) dismissToast(id);
  realBrowser();
});

describe("the connection", () => {
  test("shows that it is lost until it is restored, and then that, in one place", async () => {
    watch();
    browser.goOffline();
    await wait(600_000);
    expect($toasts.get()).toEqual([
      {
        id: "connection",
        title: "Conexão perdida",
        description:
          "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
        variant: "warning",
        persistent: true,
      },
    ]);
    await browser.goOnline();
    expect($toasts.get()).toEqual([
      {
        id: "connection",
        title: "Conexão restaurada",
        description: "Sincronização em tempo real ativa novamente.",
        variant: "success",
        persistent: false,
      },
    ]);
  });

  test("is restored when the shop responds, not when the device is online", async () => {
    watch();
    browser.health.mockImplementation(unhealthy);
    browser.goOffline();
    await browser.goOnline();
    expect(titles()).toEqual(["Erro de sincronização"]);
    browser.health.mockImplementation(healthy);
    await wait(30_000);
    expect(titles()).toEqual(["Conexão restaurada"]);
  });

  test("lost repeatedly shows one notice", async () => {
    watch();
    for (let round = 0; round < 8; round += 1) {
      browser.goOffline();
      await browser.goOnline();
    }
    browser.goOffline();
    browser.goOffline();
    expect(titles()).toEqual(["Conexão perdida"]);
  });

  test("is not watched after the page ended", async () => {
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
  test("is requested every 30 seconds while the page is visible and the device online", async () => {
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

  test("is requested at once when a page hidden for long is visible again", async () => {
    watch();
    browser.show("hidden");
    await wait(45_000);
    browser.show("visible");
    expect(browser.health).toHaveBeenCalledTimes(1);
  });

  test("failing shows one persistent notice until it recovers", async () => {
    watch();
    browser.health.mockImplementation(unhealthy);
    await wait(90_000);
    expect($toasts.get()).toEqual([
      {
        id: "synchronization",
        title: "Erro de sincronização",
        description: "Falha ao sincronizar dados. Verifique sua conexão.",
        variant: "destructive",
        persistent: true,
      },
    ]);
    browser.health.mockImplementation(healthy);
    await wait(30_000);
    expect(titles()).toEqual([]);
  });

  test("shows a notice that the user closed only after another failure", async () => {
    watch();
    browser.health.mockImplementation(unhealthy);
    await wait(30_000);
    dismissToast("synchronization");
    await wait(60_000);
    expect(titles()).toEqual([]);
    browser.health.mockImplementation(healthy);
    await wait(30_000);
    browser.health.mockRejectedValue(new TypeError("Failed to fetch"));
    await wait(30_000);
    expect(titles()).toEqual(["Erro de sincronização"]);
  });
});

describe("the change stream", () => {
  test("that fails repeatedly shows one notice, and each poll refetches the page", async () => {
    watch();
    const failures = [latestStream(), latestStream(), latestStream()];
    for (const stream of failures) {
      stream.fail();
      expect(titles()).toEqual([]);
    }
    latestStream().fail();
    expect(titles()).toEqual(["Erro de sincronização"]);
    expect(missed).not.toHaveBeenCalled();
    await wait(30_000);
    expect(missed).toHaveBeenCalled();
    latestStream().receive("ready");
    expect(titles()).toEqual([]);
  });

  test("reconnects when the device is online again", async () => {
    watch();
    latestStream().receive("ready");
    browser.goOffline();
    expect(latestStream().isClosed).toBe(true);
    await browser.goOnline();
    latestStream().receive("ready");
    expect(missed).toHaveBeenCalledTimes(2);
  });
});
