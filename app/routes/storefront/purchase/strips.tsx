import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useState } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";
import { $toasts, connectionNoticeId, dismissToast } from "#app/client/toast.ts";
import { Button } from "#app/ui/button.tsx";

type StripProps = { icon: string; children: ReactNode; action?: ReactNode };

/** A line above the page that concerns all of it. */
export function Strip({ icon, children, action }: StripProps) {
  return (
    <div role="status" className="border-b border-line bg-sunken">
      <div className="shell flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <p className="flex min-w-0 grow basis-64 items-start gap-2">
          <span className={`${icon} mt-0.5 size-5 shrink-0`} aria-hidden />
          <span>{children}</span>
        </p>
        {action}
      </div>
    </div>
  );
}

/** Says that the page is a cached copy. `at` is ISO 8601. Takes the place of the notice of the lost connection. */
export function CopyNotice({ at }: { at: string }) {
  const hasLostNotice = useStore($toasts).some(
    ({ id, persistent }) => id === connectionNoticeId && persistent,
  );
  useEffect(() => {
    if (hasLostNotice) dismissToast(connectionNoticeId);
  }, [hasLostNotice]);
  return (
    <Strip icon="icon-[lucide--history]">
      {navigator.onLine ? "Você" : "Sem conexão: você"} está vendo uma cópia guardada{" "}
      {formatCopyTime(at)}. Preços e estoque podem ter mudado.
    </Strip>
  );
}

function formatCopyTime(at: string): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit" });
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday ? `hoje às ${time}` : `em ${then.toLocaleDateString("pt-BR")} às ${time}`;
}

const shownKey = "pomar.install-hint";

type InstallHintProps = {
  /** The browser's own offer to install. */
  offer: Event | undefined;
};

/** Says once per browser that the shop can be installed. */
export function InstallHint({ offer }: InstallHintProps) {
  const [canShow] = useState(() => !wasShown() && !isInstalled());
  const [isClosed, setClosed] = useState(false);
  const isShown = canShow && !isClosed && (offer !== undefined || isApplePhone());
  useEffect(() => {
    if (isShown) safeLocalStorage.write(shownKey, new Date().toISOString());
  }, [isShown]);
  if (!isShown) return null;
  const close = () => setClosed(true);
  return (
    <Strip
      icon="icon-[lucide--smartphone]"
      action={
        <span className="flex gap-2">
          {offer && (
            <Button onClick={() => void install(offer).then(close, close)}>Instalar</Button>
          )}
          <Button variant="outline" onClick={close}>
            Agora não
          </Button>
        </span>
      }
    >
      {offer
        ? "Tenha a loja na tela inicial: ela abre mesmo sem conexão."
        : "Tenha a loja na tela inicial: toque em Compartilhar e depois em Adicionar à Tela de Início."}
    </Strip>
  );
}

async function install(offer: Event): Promise<void> {
  await (offer as Event & { prompt(): Promise<unknown> }).prompt();
}

function isInstalled(): boolean {
  const isOnAppleScreen = Reflect.get(navigator, "standalone") === true;
  return isOnAppleScreen || matchMedia("(display-mode: standalone)").matches;
}

/** These browsers make no offer: their menu installs. */
function isApplePhone(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) && "standalone" in navigator;
}

/** Where storage is denied the hint would return on every page. */
function wasShown(): boolean {
  return !safeLocalStorage.isAvailable() || safeLocalStorage.read(shownKey) !== null;
}
