/** An event that the worker stays awake for. */
export type WorkerEvent = Event & {
  waitUntil(work: Promise<unknown>): void;
  /** A request's page, or the page that a navigation makes. */
  clientId?: string;
  resultingClientId?: string;
  /** Of a message. */
  data?: unknown;
  ports?: readonly MessagePort[];
  /** Of Background Sync. */
  tag?: string;
};

export type Client = {
  url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
};

/** The part of a worker's global scope that this one uses: the compiler is told of windows alone. */
type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<Client | undefined>;
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate" | "message" | "sync",
    listener: (event: WorkerEvent) => void,
  ): void;
};

export const scope = globalThis as unknown as WorkerScope;

/** What the build writes into the worker: the name of the pages' build and every file that the shop's pages load. */
declare const __POMAR_BUILD__: { id: string; assets: string[] };

export const build = __POMAR_BUILD__;
