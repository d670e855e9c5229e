import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "./strip.tsx";

const shownName = "pomar.install-hint";

type InstallHintProps = {
  /** The browser's own offer to install, where it made one. */
  offer: Event | undefined;
};

/** Says once, ever, that the shop can live on the home screen. */
export default function InstallHint({ offer }: InstallHintProps) {
  const [mayShow] = useState(() => !wasShown() && !isInstalled());
  const [isClosed, setClosed] = useState(false);
  const isShown = mayShow && !isClosed && (offer !== undefined || isApplePhone());
  useEffect(() => {
    if (isShown) rememberShown();
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

/** Where the browser makes no offer and the menu has the way. */
function isApplePhone(): boolean {
  return /iPhone|iPad|iPod/.test(navigator.userAgent) && "standalone" in navigator;
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(shownName) !== null;
  } catch {
    return true;
  }
}

function rememberShown(): void {
  try {
    localStorage.setItem(shownName, new Date().toISOString());
  } catch {
    // Full storage: it is shown once more.
  }
}
