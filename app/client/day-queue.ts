import type { DayAction, DayResult } from "#app/domain/day/schema.ts";
import { randomId } from "./browser-fallbacks.ts";
import { createOutbox, requestSync } from "./outbox.ts";
import { sendUnderKey } from "./outbox-request.ts";
import { copyUntilHeader, dayCache, withdrawnHeader } from "./worker-messages.ts";

/** The address that receives the actions of the seller; a helper's link has its own address. */
export const dayActionsPath = "/api/day/actions";

/**
 * An action of a day, stored on this device until it is sent: once, in order, and with the version that the user saw. A record
 * holds ids, quantities and amounts, and no data of the customer.
 */
export type DayRecord = {
  /** The idempotency key. */
  key: string;
  /** Milliseconds since 1970, here and below; later records have later ones. */
  savedAt: number;
  /** The address that receives it: the administrator's, or that of a helper's link. */
  target: `/api/${string}`;
  action: DayAction;
  state: "queued" | "sent" | "rejected";
  /** The time until which it can be undone, and is not sent. */
  holdUntil: number;
  /** The result of a sent one. */
  result?: DayResult;
  /** The reason for which a rejected one was not saved. */
  problem?: { title: string; detail: string; isConflict?: boolean; warnings?: string[] };
};

/** An action can be undone as long as the notice offers it. */
const undoMs = 10_000;
/** Where the browser denies storage, records are lost with the page. */
export const dayOutbox = createOutbox<DayRecord>("pomar-day", new Map());

export function deleteDayRecord(key: string): Promise<void> {
  return dayOutbox.change(key, () => undefined);
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
  const record = { key, savedAt: lastSavedAt, target, action, state: "queued", holdUntil } as const;
  await dayOutbox.change(key, () => record);
  void requestSync();
  return key;
}

/** Deletes an action, unless it was sent before. */
export function undoDayAction(key: string): Promise<void> {
  return dayOutbox.takeTurn(key, async (record) => {
    if (record?.state === "queued") await deleteDayRecord(key);
  });
}

export type Sending = {
  sent: number;
  isSignedOut: boolean;
  /** The shop did not answer. */
  isUnreachable: boolean;
  waiting: number;
};

/** Sends what is queued, the oldest first, until one cannot be sent now. */
export async function sendDayActions(): Promise<Sending> {
  const sending: Sending = { sent: 0, isSignedOut: false, isUnreachable: false, waiting: 0 };
  for (const { key } of await listQueued()) {
    const outcome = await dayOutbox.takeTurn(key, sendQueued);
    if (outcome === "sent") sending.sent += 1;
    sending.isSignedOut = outcome === "signed-out";
    sending.isUnreachable = outcome === "unreachable";
    if (outcome !== "sent" && outcome !== "gone") break;
  }
  sending.waiting = (await listQueued()).length;
  return sending;
}

async function listQueued(): Promise<DayRecord[]> {
  return (await dayOutbox.list()).filter(({ state }) => state === "queued");
}

type Unsent = "later" | "unreachable" | "signed-out";

/** `gone`: it was undone, or another tab has sent it. */
async function sendQueued(record: DayRecord | undefined): Promise<"sent" | "gone" | Unsent> {
  if (record?.state !== "queued") return "gone";
  if (record.holdUntil > Date.now()) return "later";
  const answer = await send(await rebase(record));
  if (typeof answer === "string") return answer;
  await dayOutbox.change(record.key, () => answer);
  return "sent";
}

/** Gives the action the version that an earlier action of this device produced; any other change since then is a conflict. */
async function rebase(record: DayRecord): Promise<DayRecord> {
  const earlier = await dayOutbox.list();
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

async function send(record: DayRecord): Promise<DayRecord | Unsent> {
  const answer = await sendUnderKey({ ...toRequest(record), key: record.key });
  if (!answer) return "unreachable";
  if (answer.status === 401) return "signed-out";
  const { versions } = answer.body as Partial<DayResult>;
  if (answer.status < 300 && versions) {
    return { ...record, state: "sent", result: answer.body as DayResult };
  }
  const { title, detail = "", errors = [], warnings } = answer.body as Problem;
  if (!rejectedStatuses.has(answer.status) || !title) return "later";
  const reasons = errors.map(({ message }) => message).join(" ");
  return {
    ...record,
    state: "rejected",
    problem: {
      title,
      detail: `${reasons} ${detail}`.trim(),
      isConflict: answer.status === 409,
      ...(warnings && { warnings }),
    },
  };
}

/** The shop orders the stops by the route's own address; a helper's link has one address for all actions. */
function toRequest({ target, action }: DayRecord) {
  if (target !== dayActionsPath || action.kind !== "route") return { path: target, body: action };
  const { kind, ...route } = action;
  return { method: "PATCH", path: "/api/day/route", body: route } as const;
}

type Problem = {
  title?: string;
  detail?: string;
  errors?: { message: string }[];
  warnings?: string[];
};

/** Deletes the records of sent actions that the data, read at `readAt` (ISO 8601), contain; not while others follow on them. */
export async function deleteShownRecords(readAt: string): Promise<void> {
  const records = await dayOutbox.list();
  if (records.some(({ state }) => state === "queued")) return;
  const shown = records.filter(({ result }) => result && result.at < readAt);
  for (const { key } of shown) await deleteDayRecord(key);
}

/** Deletes the sent and rejected records at the end of a session; unsent ones stay. */
async function deleteAnsweredRecords(): Promise<void> {
  for (const { key, state } of await dayOutbox.list()) {
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

/** Deletes this device's copies of the day at the end of a session. */
export async function deleteDayCopies(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(dayCache).catch(() => false);
  await deleteAnsweredRecords();
}
