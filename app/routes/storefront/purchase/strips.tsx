import { type ReactNode, useEffect } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";
import { $toasts, connectionNoticeId, dismissToast, toast } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";

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

type PageNoticesProps = {
  /** The time when the shown page was cached, ISO 8601; undefined for one that comes from the shop. */
  copiedAt: string | undefined;
  canHint: boolean;
  /** The browser's own offer to install. */
  installOffer: Event | undefined;
};

/** The notice that the page is a copy, and the hint that the shop can be installed. */
export function PageNotices({ copiedAt, canHint, installOffer }: PageNoticesProps) {
  return (
    <>
      {copiedAt && <CopyNotice at={copiedAt} />}
      {canHint && <InstallHint offer={installOffer} />}
    </>
  );
}

/** Says that the page is a cached copy. `at` is ISO 8601. Takes the place of the notice of the lost connection. */
function CopyNotice({ at }: { at: string }) {
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

/** Says once per browser that the shop can be installed, in the bar: a strip would move the page. */
function InstallHint({ offer }: { offer: Event | undefined }) {
  useEffect(() => {
    if (wasShown() || isInstalled() || !(offer || isApplePhone())) return;
    safeLocalStorage.write(shownKey, new Date().toISOString());
    toast({
      title: "Tenha a loja na tela inicial",
      description: offer
        ? "Ela abre mesmo sem conexão."
        : "Toque em Compartilhar e depois em Adicionar à Tela de Início.",
      variant: "info",
      undo: () => void (offer && install(offer)),
      undoLabel: offer ? "Instalar" : "Entendi",
    });
  }, [offer]);
  return null;
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
