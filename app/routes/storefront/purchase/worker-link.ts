import {
  type CacheResult,
  copyAttribute,
  type PageMessage,
  type WorkerMessage,
  withdrawnHeader,
} from "#app/client/worker-messages.ts";

export type WorkerListener = {
  /** Data of an address came from a copy cached at `at` (ISO 8601), or from the shop when null. */
  onServed(address: string, at: string | null): void;
  onLateAnswer(): void;
  onChanged(): void;
};

const workerPath = "/service-worker.js";
const cacheTimeoutMs = 30_000;

/** Registers the shop's service worker and passes its messages to `listener` until `signal`. */
export function connectWorker(listener: WorkerListener, signal: AbortSignal): void {
  const container = navigator.serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  function onMessage({ data, ports }: MessageEvent<WorkerMessage>) {
    if (data.kind === "served") listener.onServed(data.address, data.at);
    if (data.kind === "late-answer") listener.onLateAnswer();
    if (data.kind === "changed") listener.onChanged();
    if (data.kind === "which-build") ports[0]?.postMessage(readBuildId());
  }
  container.addEventListener("message", onMessage, { signal });
  register(container).catch((error) => {
    if (navigator.onLine) console.warn("the shop needs a connection: no service worker", error);
  });
}

/** Registering a worker that removes itself would bring it back. */
async function register(container: ServiceWorkerContainer): Promise<void> {
  const { headers } = await fetch(workerPath, { method: "HEAD", cache: "no-store" });
  if (!headers.has(withdrawnHeader)) {
    await container.register(workerPath, { updateViaCache: "none" });
    return;
  }
  const registrations = await container.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** The build that this page runs. */
export function readBuildId(): string | undefined {
  return document.documentElement.dataset.build;
}

/** When the page was cached, if it is a copy: ISO 8601. */
export function readCopyTime(): string | null {
  return document.documentElement.getAttribute(copyAttribute);
}

/** Makes the worker cache a page or its data. */
export function cacheAddress(address: string): Promise<CacheResult> {
  return new Promise<CacheResult>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, cacheTimeoutMs, "failed");
    postToWorker({ kind: "cache", address }, [port2]);
  });
}

export function postToWorker(message: PageMessage, transfer: Transferable[] = []): void {
  navigator.serviceWorker.controller?.postMessage(message, transfer);
}
