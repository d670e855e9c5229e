import { vi } from "vitest";

/** The objects that replace a browser in a test of the stream. Timers are the test's own. */

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  isClosed = false;
  readyState = 1;

  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }

  close() {
    this.isClosed = true;
  }

  receive(name: string, data: unknown = {}) {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }

  /** The connection is lost: a real EventSource reconnects. */
  fail() {
    this.readyState = 0;
    this.dispatchEvent(new Event("error"));
  }

  /** The server responded with an error: a real EventSource gives up. */
  reject() {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}

/** The stream that was opened last. */
export function latestStream(): FakeEventSource {
  const stream = FakeEventSource.opened.at(-1);
  if (!stream) throw new Error("no stream was opened");
  return stream;
}

/** Puts a page with a clock, a connection and a server in good health in place of the browser's. */
export function fakeBrowser() {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  const page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    hasFocus: () => false,
  });
  const window = new EventTarget();
  const device = { onLine: true };
  const health = vi.fn<typeof fetch>(async () => Response.json({ status: "ok" }));
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", device);
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("fetch", health);
  vi.stubGlobal("EventSource", FakeEventSource);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([]);

  return {
    health,
    goOffline() {
      device.onLine = false;
      window.dispatchEvent(new Event("offline"));
    },
    async goOnline() {
      device.onLine = true;
      window.dispatchEvent(new Event("online"));
      await vi.advanceTimersByTimeAsync(0);
    },
    show(visibilityState: "visible" | "hidden") {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    putAway: () => window.dispatchEvent(new Event("pagehide")),
    bringBack: () =>
      window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })),
  };
}

export function realBrowser() {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}
