import { sendDayActions } from "#app/client/day-queue.ts";
import { canWorkerSend, sendPendingOrders } from "#app/client/order-queue.ts";
import { syncTag } from "#app/client/outbox.ts";
import type { PageMessage, WorkerMessage } from "#app/client/worker-messages.ts";
import type { PushPayload } from "#app/domain/outgoing/push/schema.ts";
import { isAdminPath } from "#app/shared/paths.ts";
import {
  build,
  type Client,
  cacheAssets,
  deleteBuild,
  listOtherBuilds,
  scope,
  serveAssets,
  servePictures,
  type WorkerEvent,
} from "./caches.ts";
import { cachePage, serveDay, servePages, watchTableLinks } from "./pages.ts";

/** While the worker is activated the browser holds all requests. */
const activationAnswerMs = 2_000;
/** Later no page waits for it, and a slow phone may be busy for seconds with a page that has just been opened. */
const laterAnswerMs = 20_000;

// Requests that no route names (the back office, the API, other sites) go to the network as without a worker.
serveAssets();
servePictures();
servePages();
watchTableLinks();
serveDay();
showPushMessages();

scope.addEventListener("install", (event) => {
  event.waitUntil(cacheAssets().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(scope.clients.claim().then(() => deleteOldBuilds(false, activationAnswerMs)));
});

scope.addEventListener("message", (event) => {
  const message = event.data as PageMessage;
  if (message.kind === "catalogue-cached") event.waitUntil(deleteOldBuilds(true, laterAnswerMs));
  if (message.kind === "cache") {
    const answer = cachePage(event, message.address);
    event.waitUntil(answer.then((result) => event.ports?.[0]?.postMessage(result)));
  }
});

// Queued orders are sent when the connection is back, even if no page is open.
scope.addEventListener("sync", (event) => {
  if (event.tag === syncTag) event.waitUntil(sendQueuedOrders());
});

/** Rejects so that the browser repeats the event later. */
async function sendQueuedOrders(): Promise<void> {
  const { waiting } = await sendDayActions();
  let pending = await sendPendingOrders(canWorkerSend);
  const visitorTurnMs = Math.max(...pending.map((order) => order.visitorUntil)) - Date.now();
  if (visitorTurnMs > 0) {
    await new Promise((resolve) => setTimeout(resolve, visitorTurnMs));
    pending = await sendPendingOrders(canWorkerSend);
  }
  const queued = pending.length + waiting;
  if (queued > 0) throw new Error(`${queued} orders and actions are still queued`);
}

/**
 * Deletes older builds that no open page runs. The newest of them stays until this build's catalogue is `complete`: until
 * then its pages are what can be read without a connection. A page that does not answer in time (loading, frozen) prevents it.
 */
async function deleteOldBuilds(complete: boolean, answerMs: number): Promise<void> {
  const [newest, ...older] = await listOtherBuilds();
  const unneeded = complete && newest ? [newest, ...older] : older;
  // While it is activated the worker answers no request, and a page that waits for one would not answer it.
  if (unneeded.length === 0) return;
  const inUse = await findBuildsInUse(answerMs);
  if (!inUse) return;
  await Promise.all(unneeded.filter((id) => !inUse.has(id)).map(deleteBuild));
}

async function findBuildsInUse(answerMs: number): Promise<Set<string> | undefined> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.filter(({ url }) => !isAdminPath(new URL(url).pathname));
  const answers = await Promise.all(pages.map((page) => requestBuild(page, answerMs)));
  if (answers.includes(undefined)) return undefined;
  return new Set([build.id, ...answers.filter((id) => id !== undefined)]);
}

function requestBuild(client: Client, answerMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(typeof data === "string" ? data : undefined);
    setTimeout(resolve, answerMs, undefined);
    const question: WorkerMessage = { kind: "which-build" };
    client.postMessage(question, [port2]);
  });
}

/** Notices of orders to the seller, and what a tap on one opens. */
function showPushMessages(): void {
  scope.addEventListener("push", (event) => {
    event.waitUntil(show(readPayload(event)));
  });
  scope.addEventListener("notificationclick", (event) => {
    event.notification?.close();
    event.waitUntil(open(String(event.notification?.data ?? "/admin")));
  });
}

type PushData = { json(): PushPayload };

function readPayload(event: WorkerEvent): PushPayload {
  try {
    return (event.data as PushData).json();
  } catch {
    return { kind: "created", pending: 0 };
  }
}

const titles: Record<PushPayload["kind"], string> = {
  created: "Novo pedido",
  cancelled: "O cliente cancelou o pedido",
  changed: "O cliente mudou o pedido",
  reminder: "Pedido esperando",
  test: "Os avisos chegam neste aparelho",
};

async function show({ kind, order_id, numero_pedido, pending }: PushPayload): Promise<void> {
  await scope.registration.showNotification(
    numero_pedido ? `${titles[kind]} nº ${numero_pedido}` : titles[kind],
    {
      body: kind === "test" ? "Assim chega o aviso de um pedido." : "Toque para abrir.",
      icon: "/admin-icon-192.png",
      lang: "pt-BR",
      tag: `${kind} ${order_id}`,
      data: order_id ? `/admin/orders?pedido=${order_id}` : "/admin",
    },
  );
  if (!("setAppBadge" in navigator)) return;
  await (pending > 0 ? navigator.setAppBadge(pending) : navigator.clearAppBadge()).catch(() => {});
}

/** Opens a path in an open window of the back office, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const admin = windows.find(({ url }) => isAdminPath(new URL(url).pathname));
  const opened = await admin?.navigate(path).catch(() => undefined);
  if (opened) await opened.focus();
  else await scope.clients.openWindow(path);
}
