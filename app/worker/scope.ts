/** An event that can extend the worker's life. */
export type WorkerEvent = Event & {
  waitUntil(work: Promise<unknown>): void;
  /** The page of a request, or the page that a navigation creates. */
  clientId?: string;
  resultingClientId?: string;
  /** Of a message. */
  data?: unknown;
  ports?: readonly MessagePort[];
  /** Of Background Sync. */
  tag?: string;
  /** Of a tap on a notice. */
  notification?: Notification;
};

export type Client = {
  url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  /** Rejects where this worker does not control the window. */
  navigate(path: string): Promise<Client | null>;
  focus(): Promise<unknown>;
};

/** The part of the worker's global scope that is used; the compiler has the types of windows only. */
type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<Client | undefined>;
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Client[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate" | "message" | "sync" | "push" | "notificationclick",
    listener: (event: WorkerEvent) => void,
  ): void;
};

export const scope = globalThis as unknown as WorkerScope;

/** Inserted by `scripts/build-worker.ts`: the id of the pages' build and every file that the shop's pages load. */
declare const __POMAR_BUILD__: { id: string; assets: string[] };

export const build = __POMAR_BUILD__;
