import { onMissedChanges, subscribeToChanges } from "#app/client/changes.ts";
import { toast } from "#app/client/toast.ts";
import { dataAddress } from "#app/client/worker-messages.ts";
import { keepAddress, ownBuild, tellWorker } from "./worker-link.ts";

/** What is kept stays good for so long, unless something is known to have changed. */
const goodFor = 10 * 60_000;
const settling = 15_000;
const keptAtName = "pomar.kept-at";
const picturesKeptName = "pomar.pictures-kept-at";
/** A phone's screen needs no wider picture. */
const widest = 640;

type Connection = { saveData?: boolean; effectiveType?: string };

/**
 * Keeps the whole catalogue in this browser until `signal`, a page at a time and a picture at a time while the browser has
 * nothing else to do: never for who saves data, and not on the slowest networks. It is kept anew some time after the shop
 * tells of a change; `refresh` is for those that are noticed otherwise.
 */
export function keepCatalogue(signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderWay = false;
  const begin = async () => {
    if (isUnderWay) return refresh();
    isUnderWay = true;
    await keepAll(signal).catch(giveUp);
    isUnderWay = false;
  };
  const refresh = () => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void begin(), settling);
  };
  if (Date.now() - lastKept() > goodFor) whenControlled(() => void begin(), signal);
  else tellWorker({ kind: "catalogue-kept" });
  const stops = [subscribeToChanges(refresh), onMissedChanges(refresh)];
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
  return { refresh };
}

/** When this build's catalogue was kept; another build's pages are none of this one's. */
function lastKept(): number {
  try {
    const [build, at] = localStorage.getItem(keptAtName)?.split(" ") ?? [];
    return build === ownBuild() ? Number(at) : 0;
  } catch {
    return Date.now();
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(name, `${ownBuild()} ${Date.now()}`);
  } catch {
    // Full storage: the next visit looks at everything again.
  }
}

async function keepAll(signal: AbortSignal): Promise<void> {
  if (!mayFetchMuch()) return;
  const { pages, data } = await readAddresses();
  let isComplete = true;
  for (const address of [...pages, ...data]) {
    await idle();
    if (signal.aborted || !navigator.onLine) return;
    const keeping = await keepAddress(address);
    if (keeping === "full") return tellFull();
    if (keeping === "failed") isComplete = false;
  }
  if (!isComplete) return;
  tellWorker({ kind: "catalogue-kept" });
  remember(keptAtName);
  await keepPictures(pages, signal);
  if (!signal.aborted) remember(picturesKeptName);
}

/** The pages of the sitemap and the data of each. A product's dialog needs no more; a recipe's needs data of its own. */
async function readAddresses() {
  const answer = await fetch("/sitemap.xml", { priority: "low" });
  const sitemap = new DOMParser().parseFromString(await answer.text(), "application/xml");
  const urls = Array.from(sitemap.querySelectorAll("url > loc"), (loc) => new URL(loc.textContent));
  const pages = urls.filter(({ search }) => search === "").map(({ pathname }) => pathname);
  const recipes = urls.filter(({ searchParams }) => searchParams.has("receita"));
  return {
    pages,
    data: [
      ...pages.map(dataAddress),
      ...recipes.map((url) => dataAddress(url.pathname) + url.search),
    ],
  };
}

/** The pictures as this screen would ask for them, up to a phone's size: the browser chooses width and format. */
async function keepPictures(pages: string[], signal: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  for (const page of pages) {
    const copy = await caches.match(page, { ignoreVary: true });
    const html = copy ? await copy.text() : "";
    const images = new DOMParser().parseFromString(html, "text/html").images;
    for (const { srcset, sizes } of Array.from(images)) {
      if (srcset === "" || seen.has(srcset)) continue;
      seen.add(srcset);
      await idle();
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
    .filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1]) <= widest)
    .join(", ");
  return ended;
}

function mayFetchMuch(): boolean {
  const connection = (navigator as { connection?: Connection }).connection;
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? "");
}

function whenControlled(begin: () => void, signal: AbortSignal): void {
  if (navigator.serviceWorker?.controller) begin();
  else {
    const once = { once: true, signal };
    navigator.serviceWorker?.addEventListener("controllerchange", begin, once);
  }
}

/** Safari has no idle time to tell of. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 100);
  });
}

function tellFull(): void {
  toast({
    id: "no-room",
    title: "Falta espaço neste aparelho",
    description: "Sem conexão, só uma parte da loja vai abrir. Carrinho e pedidos não mudam.",
    look: "info",
  });
}

function giveUp(error: unknown): void {
  console.warn("the catalogue is not kept for later", error);
}
