import { onMissedChanges, subscribeToChanges } from "#app/client/changes.ts";
import { safeLocalStorage } from "#app/client/storage.ts";
import { toast } from "#app/client/toast.ts";
import { dataAddress } from "#app/client/worker-messages.ts";
import { productTextsPath } from "#app/shared/paths.ts";
import { cacheAddress, postToWorker, readBuildId } from "./worker-link.ts";

const maxAgeMs = 10 * 60_000;
/** Changes often come in groups. */
const refreshDelayMs = 15_000;
const cachedAtKey = "pomar.cached-at";
const picturesCachedAtKey = "pomar.pictures-cached-at";
/** A phone's screen needs no wider picture. */
const maxPictureWidth = 640;

/** Not in the sitemap, because search engines have no use for them. */
const unlistedPaths = ["/busca", "/meus-pedidos", "/lista"];

type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Caches the whole catalogue in this browser until `signal`, one page or picture at a time while the browser is idle;
 * never with data saving on, and not on the slowest networks. It is cached again some time after the change stream
 * reports a change; `refresh` is for changes that are noticed otherwise.
 */
export function cacheCatalogue(signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  const start = async () => {
    if (isRunning) return refresh();
    isRunning = true;
    await cacheAll(signal).catch(logError);
    isRunning = false;
  };
  const refresh = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void start(), refreshDelayMs);
  };
  if (Date.now() - readCachedAt() > maxAgeMs) whenControlled(() => void start(), signal);
  else postToWorker({ kind: "catalogue-cached" });
  const stops = [subscribeToChanges(refresh), onMissedChanges(refresh)];
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  return { refresh };
}

/** When this build's catalogue was cached. Where storage is denied the browser caches nothing either. */
function readCachedAt(): number {
  if (!safeLocalStorage.isAvailable()) return Date.now();
  const [build, at] = safeLocalStorage.read(cachedAtKey)?.split(" ") ?? [];
  return build === readBuildId() ? Number(at) : 0;
}

async function cacheAll(signal: AbortSignal): Promise<void> {
  if (isDataSaved()) return;
  const { pages, data } = await readAddresses();
  let isComplete = true;
  for (const address of [...pages, ...data]) {
    await waitUntilIdle();
    if (signal.aborted || !navigator.onLine) return;
    const result = await cacheAddress(address);
    if (result === "full") return notifyOfFullStorage();
    if (result === "failed") isComplete = false;
  }
  if (!isComplete) return;
  postToWorker({ kind: "catalogue-cached" });
  writeTime(cachedAtKey);
  await cachePictures(pages, signal);
  if (!signal.aborted) writeTime(picturesCachedAtKey);
}

function writeTime(key: string): void {
  safeLocalStorage.write(key, `${readBuildId()} ${Date.now()}`);
}

/** The pages of the sitemap, the data of each, and that of dialogs: of all products of a category, of each recipe. */
async function readAddresses() {
  const response = await fetch("/sitemap.xml", { priority: "low" });
  const sitemap = new DOMParser().parseFromString(await response.text(), "application/xml");
  const urls = Array.from(sitemap.querySelectorAll("url > loc"), (loc) => new URL(loc.textContent));
  const listed = urls.filter(({ search }) => search === "").map(({ pathname }) => pathname);
  const pages = [...listed, ...unlistedPaths];
  const recipes = urls.filter(({ searchParams }) => searchParams.has("receita"));
  return {
    pages,
    data: [
      ...pages.map(dataAddress),
      ...listed.filter((path) => path.startsWith("/produtos/")).map(productTextsPath),
      ...recipes.map((url) => dataAddress(url.pathname) + url.search),
    ],
  };
}

/** The browser chooses width and format as this screen needs them, up to a phone's size. */
async function cachePictures(pages: string[], signal: AbortSignal): Promise<void> {
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

function whenControlled(start: () => void, signal: AbortSignal): void {
  if (navigator.serviceWorker?.controller) start();
  else {
    const once = { once: true, signal };
    navigator.serviceWorker?.addEventListener("controllerchange", start, once);
  }
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
    look: "info",
  });
}

function logError(error: unknown): void {
  console.warn("the catalogue could not be cached", error);
}
