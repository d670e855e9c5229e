import { type ComponentType, useEffect, useState } from "react";
import { whenQuiet } from "#app/ui/when-quiet.ts";
import type { OfflineProps } from "./purchase/offline.tsx";

/** Time for what the page itself still fetches once it is quiet. */
const settling = 3000;

/** What works without a connection, fetched once the page is quiet; at once where the page is a copy. */
export function Offline() {
  const [Shown, setShown] = useState<ComponentType<OfflineProps>>();
  const [installOffer, setInstallOffer] = useState<Event>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      import("./purchase/offline.tsx").then(
        (module) => setShown(() => module.Offline),
        (error) => console.warn("the shop works with a connection only", error),
      );
    };
    const wait = () => {
      timer = setTimeout(load, "copy" in document.documentElement.dataset ? 0 : settling);
    };
    // The browser makes it once, and before there is anyone to show it.
    const keepOffer = (offer: Event) => {
      offer.preventDefault();
      setInstallOffer(offer);
    };
    addEventListener("beforeinstallprompt", keepOffer);
    whenQuiet(wait);
    return () => {
      clearTimeout(timer);
      removeEventListener("beforeinstallprompt", keepOffer);
    };
  }, []);
  return Shown && <Shown installOffer={installOffer} />;
}
