import type { PushPayload } from "#app/domain/push/schema.ts";
import { isAdminPath } from "#app/shared/paths.ts";
import { scope, type WorkerEvent } from "./scope.ts";

/** Notices of orders to the seller, and what a tap on one opens. */
export function showPushMessages(): void {
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
    return { kind: "created", unopened: 0 };
  }
}

const titles: Record<PushPayload["kind"], string> = {
  created: "Novo pedido",
  cancelled: "O cliente cancelou o pedido",
  reminder: "Pedido esperando",
  test: "Os avisos chegam neste aparelho",
};

async function show({ kind, order_id, numero_pedido, unopened }: PushPayload): Promise<void> {
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
  await (unopened > 0 ? navigator.setAppBadge(unopened) : navigator.clearAppBadge()).catch(
    () => {},
  );
}

/** In an open window of the back office, or in a new one. */
async function open(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const admin = windows.find(({ url }) => isAdminPath(new URL(url).pathname));
  const opened = await admin?.navigate(path).catch(() => undefined);
  if (opened) await opened.focus();
  else await scope.clients.openWindow(path);
}
