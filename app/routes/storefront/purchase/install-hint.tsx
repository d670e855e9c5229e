import { useEffect, useState } from "react";
import { safeLocalStorage } from "#app/client/storage.ts";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "./strip.tsx";

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
          <Button look="outline" onClick={close}>
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
