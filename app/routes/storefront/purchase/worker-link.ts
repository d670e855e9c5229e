import {
  copyAttribute,
  type Keeping,
  type PageMessage,
  type WorkerMessage,
  withdrawnHeader,
} from "#app/client/worker-messages.ts";

/** What the service worker has to say to the page. */
export type WorkerEars = {
  /** Data of an address came from a copy kept at `at`, or from the shop when null. */
  onServed(address: string, at: string | null): void;
  onLateAnswer(): void;
  onChanged(): void;
};

declare global {
  interface Window {
    /** The router's own table of routes and files. */
    __reactRouterManifest?: { version: string };
  }
}

const workerPath = "/service-worker.js";
const longestKeeping = 30_000;

/** Has the browser run the shop's worker, and listens to it until `signal`. */
export function linkWorker(ears: WorkerEars, signal: AbortSignal): void {
  const container = navigator.serviceWorker;
  if (!container || !import.meta.env.PROD) return;
  function hear({ data, ports }: MessageEvent<WorkerMessage>) {
    if (data.kind === "served") ears.onServed(data.address, data.at);
    if (data.kind === "late-answer") ears.onLateAnswer();
    if (data.kind === "changed") ears.onChanged();
    if (data.kind === "which-build") ports[0]?.postMessage(ownBuild());
  }
  container.addEventListener("message", hear, { signal });
  register(container).catch((error) => {
    if (navigator.onLine) console.warn("the shop works with a connection only", error);
  });
}

/** Registering a worker that is removing itself would keep it. */
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
export function ownBuild(): string | undefined {
  return window.__reactRouterManifest?.version;
}

/** When the page itself is a copy: the instant it was kept. */
export function pageCopiedAt(): string | null {
  return document.documentElement.getAttribute(copyAttribute);
}

/** Has the worker keep a page or its data. */
export function keepAddress(address: string): Promise<Keeping> {
  return new Promise<Keeping>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, longestKeeping, "failed");
    tellWorker({ kind: "keep", address }, [port2]);
  });
}

export function tellWorker(message: PageMessage, transfer: Transferable[] = []): void {
  navigator.serviceWorker.controller?.postMessage(message, transfer);
}
