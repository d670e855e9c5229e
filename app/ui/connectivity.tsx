import { useEffect, useEffectEvent } from "react";
import { useMatches, useRevalidator } from "react-router";
import type { PageHandle } from "#app/client/changes.ts";
import { readQuietly } from "#app/client/live/quiet-reading.ts";
import type { ChangedTable } from "#app/shared/changes.ts";
import { whenQuiet } from "./when-quiet.ts";

/** Watches the connection to the shop and keeps public pages in step with it, from when the page is quiet. */
export function Connectivity() {
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const isOffice = matches.some(({ id }) => id === "routes/admin/layout");
  const shows = useEffectEvent((table: ChangedTable) =>
    matches.some(({ handle }) => (handle as PageHandle | undefined)?.shows.includes(table)),
  );
  const read = useEffectEvent(() => readQuietly(matches, revalidate));
  useEffect(() => {
    const ending = new AbortController();
    const watch = async () => {
      const [{ keepInStep }, { watchShop }] = await Promise.all([
        import("#app/client/live/keep-in-step.ts"),
        import("#app/client/live/watch-shop.ts"),
      ]);
      const { signal } = ending;
      if (signal.aborted) return;
      // The back office sounds and counts while nobody looks, and reads its lists itself.
      if (!isOffice) keepInStep({ shows, read }, signal);
      watchShop({ staysAwake: isOffice }, signal);
    };
    whenQuiet(() => watch().catch((error) => console.warn("the shop is not watched", error)));
    return () => ending.abort();
  }, [isOffice]);
  return null;
}
