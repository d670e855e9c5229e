import { onMissedChanges, subscribeToChanges } from "#app/client/changes.ts";
import { safeLocalStorage } from "#app/client/storage.ts";
import { toast } from "#app/client/toast.ts";
import {
  type CacheResult,
  copyAttribute,
  dataAddress,
  type PageMessage,
  type WorkerMessage,
  withdrawnHeader,
} from "#app/client/worker-messages.ts";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { cachedProductsPath, recipePath } from "#app/shared/paths.ts";
import { fetchItems } from "../catalogue/fetch-products.ts";

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
    if (navigator.onLine) console.warn("no service worker", error);
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
function readBuildId(): string | undefined {
  return document.documentElement.dataset.build;
}

/** Reads the time when the page was cached, if it is a copy: ISO 8601. */
export function readCopyTime(): string | null {
  return document.documentElement.getAttribute(copyAttribute);
}

/** Makes the worker cache a page or its data. */
function cacheAddress(address: string): Promise<CacheResult> {
  return new Promise<CacheResult>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, cacheTimeoutMs, "failed");
    postToWorker({ kind: "cache", address }, [port2]);
  });
}

function postToWorker(message: PageMessage, transfer: Transferable[] = []): void {
  navigator.serviceWorker.controller?.postMessage(message, transfer);
}

const maxAgeMs = 10 * 60_000;
/** Changes often come in groups. */
const refreshDelayMs = 15_000;
const cachedAtKey = "pomar.cached-at";
const picturesCachedAtKey = "pomar.pictures-cached-at";
/** A phone's screen needs no wider picture. */
const maxPictureWidth = 640;

/** Every page that is the same for all visitors; of a category the first part. */
async function listPages(): Promise<string[]> {
  const categories = await fetchItems<{ slug: string }>("/api/categories");
  return [
    ...["/", "/produtos", ...categories.map(({ slug }) => categoryPath(slug))],
    ...["/pedido-rapido", "/receitas", "/sobre", "/contato", "/politicas"],
    ...["/busca", "/meus-pedidos", "/lista"],
  ];
}

type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Caches the whole catalogue in this browser until `signal`, one page or picture at a time while the browser is idle;
 * never with data saving on, and not on the slowest networks. After the change stream has reported a change it is cached
 * again once it is ten minutes old; `refresh` is for changes that are noticed otherwise.
 */
export function cacheCatalogue(signal: AbortSignal, table: string) {
  // The mark names one build and one price table, as the cache does.
  const mark = readBuildId() + encodeURIComponent(table);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  const start = async () => {
    if (isRunning) return refresh();
    isRunning = true;
    await cacheAll(signal, mark).catch(logError);
    isRunning = false;
  };
  const refresh = () => {
    clearTimeout(timer);
    const age = Date.now() - readCachedAt(mark);
    const delayMs = Math.max(refreshDelayMs, maxAgeMs - age);
    if (!signal.aborted) timer = setTimeout(() => void start(), delayMs);
  };
  const begin = () => {
    if (Date.now() - readCachedAt(mark) > maxAgeMs) void start();
    else postToWorker({ kind: "catalogue-cached" });
  };
  const container = navigator.serviceWorker;
  if (container?.controller) begin();
  // The worker of another build caches nothing of this page's build, and one that is replaced answers no more.
  container?.addEventListener("controllerchange", begin, { signal });
  const stops = [subscribeToChanges(refresh), onMissedChanges(refresh)];
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  return { refresh };
}

/** Reads the time when the catalogue with this mark was cached. Where storage is denied the browser caches nothing either. */
function readCachedAt(mark: string): number {
  if (!safeLocalStorage.isAvailable()) return Date.now();
  const [marked, at] = safeLocalStorage.read(cachedAtKey)?.split(" ") ?? [];
  return marked === mark ? Number(at) : 0;
}

async function cacheAll(signal: AbortSignal, mark: string): Promise<void> {
  if (isDataSaved()) return;
  let isComplete = true;
  const pages = await listPages();
  for (const address of await listAddresses(pages)) {
    await waitUntilIdle();
    if (signal.aborted || !navigator.onLine) return;
    const result = await cacheAddress(address);
    if (result === "full") return notifyOfFullStorage();
    if (result === "failed") isComplete = false;
  }
  if (!isComplete) return;
  postToWorker({ kind: "catalogue-cached" });
  writeTime(cachedAtKey, mark);
  await cachePictures(pages, signal);
  if (!signal.aborted) writeTime(picturesCachedAtKey, mark);
}

function writeTime(key: string, mark: string): void {
  safeLocalStorage.write(key, `${mark} ${Date.now()}`);
}

/** The pages, the data of each, the first products of each category, and the data of each recipe. */
async function listAddresses(pages: readonly string[]): Promise<string[]> {
  const recipes = (await fetchItems<{ slug: string }>("/api/recipes")).map(
    (recipe) => new URL(recipePath(recipe), location.origin),
  );
  return [
    ...pages,
    ...pages.map(dataAddress),
    cachedProductsPath,
    ...recipes.map((url) => dataAddress(url.pathname) + url.search),
  ];
}

/** The browser chooses width and format as this screen needs them, up to a phone's size. */
async function cachePictures(pages: readonly string[], signal: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  for (const page of pages) {
    const copy = await caches.match(page, { ignoreVary: true });
    const html = copy ? await copy.text() : "";
    const images = new DOMParser().parseFromString(html, "text/html").images;
    for (const { srcset, sizes } of Array.from(images)) {
      if (srcset === "" || seen.has(srcset)) continue;
      seen.add(srcset);
      await waitUntilIdle();
      if (signal.aborted || !navigator.onLine) return;
      await fetchPicture(srcset, sizes);
    }
  }
}

function fetchPicture(srcset: string, sizes: string): Promise<unknown> {
  const image = new Image();
  image.fetchPriority = "low";
  const ended = new Promise((resolve) => {
    image.onload = resolve;
    image.onerror = resolve;
  });
  image.sizes = sizes;
  image.srcset = srcset
    .split(", ")
    .filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1]) <= maxPictureWidth)
    .join(", ");
  return ended;
}

function isDataSaved(): boolean {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? "");
}

/** Safari has no `requestIdleCallback`. */
function waitUntilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 100);
  });
}

function notifyOfFullStorage(): void {
  toast({
    id: "no-room",
    title: "Falta espaço neste aparelho",
    description: "Sem conexão, só uma parte da loja vai abrir. Carrinho e pedidos não mudam.",
    variant: "info",
  });
}

function logError(error: unknown): void {
  console.warn("catalogue not cached", error);
}
