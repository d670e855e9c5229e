import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

/** Loading of files that the first render needs, on the server and in the browser; both wait for it. */
export const firstLoads: Promise<unknown>[] = [];

/** A component in a file of its own; `loaded` is undefined until `load` has fetched it once. */
export type LateComponent<Props> = {
  loaded: ComponentType<Props> | undefined;
  load: () => Promise<ComponentType<Props>>;
};

/** `choose` returns the component of its file. `isFirst`: the first render shows it, so that server and browser wait for the file. */
export function lateComponent<Module, Props>(
  fetch: () => Promise<Module>,
  choose: (file: Module) => ComponentType<Props>,
  isFirst = false,
): LateComponent<Props> {
  const late: LateComponent<Props> = {
    loaded: undefined,
    async load() {
      // Chromium does not retry a failed import until the page is reloaded.
      const canFetch =
        import.meta.env.SSR || navigator.onLine || navigator.serviceWorker?.controller;
      late.loaded ??= choose(await (canFetch ? fetch() : Promise.reject("no connection")));
      return late.loaded;
    },
  };
  if (isFirst) firstLoads.push(late.load());
  return late;
}

/**
 * The component once it is needed and loaded. Without connection it stays undefined, and is fetched when the connection
 * returns: a missing part must not replace the page by an error, as with `lazy`. `onMissing` says so to the user.
 */
export function useLateComponent<Props>(
  late: LateComponent<Props>,
  isNeeded: boolean,
  onMissing = logMissing,
): ComponentType<Props> | undefined {
  const reportMissing = useEffectEvent(onMissing);
  const [Loaded, setLoaded] = useState(() => (isNeeded ? late.loaded : undefined));
  const isMissing = isNeeded && !Loaded;
  useEffect(() => {
    if (!isMissing) return;
    const attempt = () =>
      late.load().then((component) => setLoaded(() => component), reportMissing);
    attempt();
    addEventListener("online", attempt);
    return () => removeEventListener("online", attempt);
  }, [late, isMissing]);
  return Loaded ?? (isNeeded ? late.loaded : undefined);
}

function logMissing(error: unknown): void {
  console.warn("part of the page not fetched", error);
}
