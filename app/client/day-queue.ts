import type { DayAction, DayResult } from "#app/domain/day/schema.ts";
import { randomId } from "./browser-fallbacks.ts";
import { createRecordStore, requestSync } from "./record-store.ts";
import { withLock } from "./tabs.ts";
import { copyUntilHeader, dayCache, withdrawnHeader } from "./worker-messages.ts";

/**
 * What was done on a day, stored on this device until it is sent: once, in order, each with the version that was seen. A
 * record holds ids, quantities and amounts, and no data of the customer.
 */
export type DayRecord = {
  /** The idempotency key. */
  key: string;
  /** Milliseconds since 1970, here and below; later records have later ones. */
  savedAt: number;
  /** Where it is sent: as the administrator, or by the link of a helper. */
  target: `/api/${string}`;
  action: DayAction;
  state: "queued" | "sent" | "rejected";
  /** Until then it can be undone, and is not sent. */
  holdUntil: number;
  /** Of a sent one. */
  result?: DayResult;
  /** Why a rejected one was not saved. */
  problem?: { title: string; detail: string; isConflict?: boolean };
};

const name = "pomar-day";
/** As long as the notice offers it. */
const undoMs = 10_000;
const requestTimeoutMs = 20_000;
const store = createRecordStore<DayRecord>(name);
/** Where the browser denies storage, records are lost with the page. */
const inMemory = new Map<string, DayRecord>();
const listeners = new Set<() => void>();

export async function listDayRecords(): Promise<DayRecord[]> {
  const stored = await store.list().catch(() => []);
  return [...stored, ...inMemory.values()].sort((one, other) => one.savedAt - other.savedAt);
}

export function watchDayRecords(listener: () => void): () => void {
  listeners.add(listener);
  const stop = store.watch(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

async function write(key: string, next: DayRecord | undefined): Promise<void> {
  try {
    await store.change(key, () => next);
    inMemory.delete(key);
  } catch {
    if (next) inMemory.set(key, next);
    else inMemory.delete(key);
  }
  for (const listener of [...listeners]) listener();
}

export function deleteDayRecord(key: string): Promise<void> {
  return write(key, undefined);
}

let lastSavedAt = 0;

/** Stores an action; it is sent by `sendDayActions`. Returns its key. */
export async function queueDayAction(
  target: DayRecord["target"],
  action: DayAction,
  canUndo = false,
): Promise<string> {
  const now = Date.now();
  lastSavedAt = Math.max(now, lastSavedAt + 1);
  const key = randomId();
  const holdUntil = canUndo ? now + undoMs : 0;
  await write(key, { key, savedAt: lastSavedAt, target, action, state: "queued", holdUntil });
  void requestSync();
  return key;
}

/** Deletes an action that was not sent; false when it is too late. */
export function undoDayAction(key: string): Promise<boolean> {
  return withLock(name, async () => {
    const records = await listDayRecords();
    if (records.find((record) => record.key === key)?.state !== "queued") return false;
    await deleteDayRecord(key);
    return true;
  });
}

export type Sending = { sent: number; isSignedOut: boolean; waiting: number };

/** Sends what is queued, the oldest first, until one cannot be sent now. */
export function sendDayActions(): Promise<Sending> {
  return withLock(name, async () => {
    const sending: Sending = { sent: 0, isSignedOut: false, waiting: 0 };
    const queued = (await listDayRecords()).filter(({ state }) => state === "queued");
    for (const [index, record] of queued.entries()) {
      sending.waiting = queued.length - index;
      if (record.holdUntil > Date.now()) return sending;
      const answer = await send(await rebase(record));
      sending.isSignedOut = answer === "signed-out";
      if (answer === "later" || answer === "signed-out") return sending;
      await write(record.key, answer);
      sending.sent += 1;
    }
    return { ...sending, waiting: 0 };
  });
}

/** With the version that an earlier action of this device left behind; another change since is a conflict. */
async function rebase(record: DayRecord): Promise<DayRecord> {
  const earlier = await listDayRecords();
  const action = earlier.reduce(
    (changed, one) => (one.result ? followAction(changed, one.action, one.result) : changed),
    record.action,
  );
  return { ...record, action };
}

function followAction(action: DayAction, earlier: DayAction, result: DayResult): DayAction {
  if ("route_version" in action && "route_version" in earlier) {
    const isNext = action.date === earlier.date && action.route_version === earlier.route_version;
    return isNext ? { ...action, route_version: result.route_version ?? 0 } : action;
  }
  if (!("version" in action && "version" in earlier)) return action;
  const version = result.versions[action.order];
  const isNext = action.order === earlier.order && action.version === earlier.version;
  return isNext && version ? { ...action, version } : action;
}

const rejectedStatuses = new Set([400, 403, 404, 409, 410, 413, 422]);

async function send(record: DayRecord): Promise<DayRecord | "later" | "signed-out"> {
  try {
    const response = await fetch(record.target, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": record.key },
      body: JSON.stringify(record.action),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const body = await response.json();
    if (response.ok && body.versions) return { ...record, state: "sent", result: body };
    if (response.status === 401) return "signed-out";
    if (!rejectedStatuses.has(response.status) || !body.title) return "later";
    const { title, detail = "", errors = [] } = body as Problem;
    const reasons = errors.map(({ message }) => message).join(" ");
    return {
      ...record,
      state: "rejected",
      problem: {
        ...{ title, detail: `${reasons} ${detail}`.trim() },
        isConflict: response.status === 409,
      },
    };
  } catch {
    return "later";
  }
}

type Problem = { title: string; detail?: string; errors?: { message: string }[] };

/** Deletes the records of sent actions that the data, read at `readAt` (ISO 8601), contain; not while others follow on them. */
export async function deleteShownRecords(readAt: string): Promise<void> {
  const records = await listDayRecords();
  if (records.some(({ state }) => state === "queued")) return;
  const shown = records.filter(({ result }) => result && result.at < readAt);
  for (const { key } of shown) await deleteDayRecord(key);
}

/** At the end of a session: what is not sent stays. */
async function deleteAnsweredRecords(): Promise<void> {
  for (const { key, state } of await listDayRecords()) {
    if (state !== "queued") await deleteDayRecord(key);
  }
}

const workerPath = "/service-worker.js";
const maxWaitMs = 30_000;

/** The shop's service worker, active; rejects where `OFFLINE=off` removes it or its installation fails. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  const { headers } = await fetch(workerPath, { method: "HEAD", cache: "no-store" });
  if (headers.has(withdrawnHeader)) throw new Error("the service worker is switched off");
  await navigator.serviceWorker.register(workerPath, { updateViaCache: "none" });
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the service worker was not installed")), maxWaitMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}

/**
 * Stores the page of a day with its files, so that it opens without a connection until the next morning. Earlier copies are
 * deleted: one day is stored at a time.
 */
export async function storeDayPage(pathname: string, search: string): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return false;
  await installWorker();
  const page = await fetch(pathname + search, { headers: { Accept: "text/html" } });
  if (!page.ok || !page.headers.has(copyUntilHeader)) return false;
  const html = await page.clone().text();
  const cache = await caches.open(dayCache);
  const files = new Set(
    [
      ...performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      ...[...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file),
    ].filter((path) => path.startsWith("/assets/")),
  );
  const date = new URLSearchParams(search).get("date");
  for (const { url } of await cache.keys()) {
    const stored = new URL(url);
    const isOfDay =
      stored.pathname.startsWith(pathname) && stored.searchParams.get("date") === date;
    if (!files.has(stored.pathname) && !isOfDay) await cache.delete(url);
  }
  await Promise.all([...files].map(async (file) => (await cache.match(file)) ?? cache.add(file)));
  await cache.put(pathname + search, page);
  return true;
}

/** At the end of a session. */
export async function deleteDayCopies(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(dayCache).catch(() => false);
  await deleteAnsweredRecords();
}
