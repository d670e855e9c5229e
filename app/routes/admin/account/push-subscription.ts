import { withdrawnHeader } from "#app/client/worker-messages.ts";

const workerPath = "/service-worker.js";
const installTimeoutMs = 30_000;

/** Why this browser cannot show notices, as a visible text. */
export function findObstacle(): string {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return "Este navegador não mostra avisos. No iPhone e no iPad, adicione a administração à tela de início e abra-a por lá.";
  }
  if (Notification.permission === "denied") {
    return "Os avisos desta página estão bloqueados. Permita notificações nas configurações do navegador e tente de novo.";
  }
  return "O navegador não ligou os avisos. Confira a conexão e tente de novo.";
}

/** Asks for permission and subscribes this browser; rejects when it cannot or may not. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("not permitted");
  const { pushManager } = await installWorker();
  // One with the key of another installation cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64Url(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, keys } as PushSubscriptionJSON;
}

/** The shop's service worker, active; rejects where `OFFLINE=off` removes it or its installation fails. */
async function installWorker(): Promise<ServiceWorkerRegistration> {
  const { headers } = await fetch(workerPath, { method: "HEAD", cache: "no-store" });
  if (headers.has(withdrawnHeader)) throw new Error("the service worker is switched off");
  await navigator.serviceWorker.register(workerPath, { updateViaCache: "none" });
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the service worker was not installed")), installTimeoutMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
