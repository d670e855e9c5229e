import { useEffect, useState } from "react";
import { installWorker } from "#app/client/day-queue.ts";
import { safeLocalStorage } from "#app/client/storage.ts";
import { toast } from "#app/client/toast.ts";
import type { PushDevice, PushState } from "#app/domain/outgoing/push/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import {
  actionsColumn,
  type Column,
  DataTable,
  RowButton,
} from "#app/routes/admin/kit/lists/data-table.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { Button } from "#app/ui/button.tsx";

const deviceKey = "pomar:push-device";

/** 'Avisar neste aparelho', and the devices that get notices of orders. */
export function PushSection({ push }: { push: PushState }) {
  const [own, setOwn] = useOwnDevice();
  const [obstacle, setObstacle] = useState<string>();
  const { pending, switchOn, remove, test } = usePushActions(push, setOwn, setObstacle);
  const isOn = push.items.some(({ id }) => id === own);
  const columns = columnsWith({ own, test, remove, isPending: pending });
  return (
    <FormSection
      title="Avisos no aparelho"
      description="Um aviso de cada pedido novo, de um cancelamento pelo cliente e de um pedido que ninguém abriu, também com a página fechada. Ele diz só o número do pedido."
    >
      {obstacle && <Alert>{obstacle}</Alert>}
      {!isOn && (
        <Button className="self-start" pending={pending} onClick={() => void switchOn()}>
          <span className="icon-[lucide--bell] size-5" aria-hidden />
          Avisar neste aparelho
        </Button>
      )}
      {push.items.length > 0 && (
        <DataTable caption="Aparelhos avisados" columns={columns} rows={push.items} />
      )}
    </FormSection>
  );
}

/** The id of this device's subscription, as the server named it. */
function useOwnDevice() {
  const [own, setOwn] = useState<string>();
  useEffect(() => setOwn(safeLocalStorage.read(deviceKey) ?? undefined), []);
  function remember(id: string | undefined) {
    if (id) safeLocalStorage.write(deviceKey, id);
    else safeLocalStorage.remove(deviceKey);
    setOwn(id);
  }
  return [own, remember] as const;
}

function usePushActions(
  push: PushState,
  setOwn: (id: string | undefined) => void,
  setObstacle: (obstacle: string | undefined) => void,
) {
  const { act, pending } = useAction();
  const [isSubscribing, setSubscribing] = useState(false);

  async function switchOn() {
    setObstacle(undefined);
    setSubscribing(true);
    const body = await subscribe(push.public_key).catch(() => undefined);
    setSubscribing(false);
    if (!body) return setObstacle(findObstacle());
    const answer = await act<PushDevice>("POST", "/api/push/devices", {
      body,
      done: "Avisos ligados neste aparelho",
      failed: "Não foi possível ligar os avisos",
    });
    if (answer.ok) setOwn(answer.data.id);
  }

  async function remove(id: string, isOwn: boolean) {
    const request = act("DELETE", `/api/push/devices/${id}`, {
      done: "O aparelho não é mais avisado",
      failed: "Não foi possível desligar os avisos",
    });
    if (isOwn) {
      setOwn(undefined);
      await unsubscribe().catch(() => undefined);
    }
    await request;
  }

  async function test(id: string) {
    const failed = "O aviso não foi enviado";
    const path = `/api/push/devices/${id}/test` as const;
    const answer = await act<{ delivered: boolean }>("POST", path, { failed });
    if (!answer.ok) return;
    const description = "O serviço do navegador recusou o aviso. Ligue de novo neste aparelho.";
    if (answer.data.delivered) toast({ title: "Aviso de teste enviado" });
    else toast({ title: failed, description, variant: "destructive" });
  }

  return { pending: isSubscribing || pending !== undefined, switchOn, remove, test };
}

type Actions = {
  own: string | undefined;
  isPending: boolean;
  test: (id: string) => Promise<void>;
  remove: (id: string, isOwn: boolean) => Promise<void>;
};

function columnsWith({ own, isPending, test, remove }: Actions): Column<PushDevice>[] {
  return [
    {
      header: "Aparelho",
      card: "title",
      cell: ({ id, device }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {id === own && <StatusBadge tone="success">Este aparelho</StatusBadge>}
        </span>
      ),
    },
    { header: "Desde", cell: ({ created_at }) => formatDateTime(created_at) },
    actionsColumn(({ id, device }) => (
      <span className="flex flex-wrap gap-2">
        <RowButton
          action="Testar"
          name={`o aviso em ${device}`}
          disabled={isPending}
          onClick={() => void test(id)}
        />
        <RowButton
          action="Desligar"
          name={`os avisos em ${device}`}
          disabled={isPending}
          onClick={() => void remove(id, id === own)}
        />
      </span>
    )),
  ];
}

/** Returns the reason for which this browser cannot show notices, as a visible text. */
function findObstacle(): string {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return "Este navegador não mostra avisos. No iPhone e no iPad, adicione a administração à tela de início e abra-a por lá.";
  }
  if (Notification.permission === "denied") {
    return "Os avisos desta página estão bloqueados. Permita notificações nas configurações do navegador e tente de novo.";
  }
  return "O navegador não ligou os avisos. Confira a conexão e tente de novo.";
}

/** Asks for permission and subscribes this browser; rejects when it cannot or may not. */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
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

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
