import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { dataAddress, openMark } from "#app/offline/messages.ts";
import { keepAddress, linkWorker, pageCopiedAt } from "./worker-link.ts";

/** Follows the worker: when what the page shows was kept, ISO 8601; undefined when it is the shop's own. */
export function useCopies(): string | undefined {
  const { pathname } = useLocation();
  const [copies, setCopies] = useState<ReadonlyMap<string, string>>(new Map());
  const { revalidate } = useRevalidator();
  const current = useRef({ pathname, revalidate });
  current.current = { pathname, revalidate };
  useOpening();
  useEffect(() => {
    let catalogue: ReturnType<typeof import("./keep-catalogue.ts").keepCatalogue> | undefined;
    let isMounted = true;
    import("./keep-catalogue.ts").then(
      ({ keepCatalogue }) => {
        if (isMounted) catalogue = keepCatalogue();
      },
      (error) => console.warn("the catalogue is not kept for later", error),
    );
    // Only with the new data at hand: asked for in vain, it would take the page's place by an error.
    const refresh = async () => {
      const { pathname: path, search } = location;
      const isAtHand =
        navigator.onLine && (await keepAddress(dataAddress(path) + search)) === "kept";
      if (isAtHand) await current.current.revalidate();
    };
    const set = (path: string, at: string | null) =>
      setCopies(
        (known) =>
          new Map([...known].filter(([other]) => other !== path).concat(at ? [[path, at]] : [])),
      );
    const unlink = linkWorker({
      onServed: (address, at) => set(pageOf(address), at),
      onLateAnswer: () => void refresh(),
      onChanged: () => catalogue?.refresh(),
    });
    const copied = pageCopiedAt();
    if (copied) {
      set(current.current.pathname, copied);
      void refresh();
    }
    return () => {
      isMounted = false;
      unlink();
      catalogue?.stop();
    };
  }, []);
  return copies.get(pathname);
}

/** Opens what a copy was asked for beyond the page that it is of. */
function useOpening(): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!location.hash.startsWith(openMark)) return;
    const search = decodeURI(location.hash.slice(openMark.length));
    void navigate({ search, hash: "" }, { replace: true, preventScrollReset: true });
  }, [navigate]);
}

/** The page that an address gives the data of. */
function pageOf(address: string): string {
  const path = (address.split("?", 1)[0] ?? "").replace(/\.data$/, "");
  return path === "/_" ? "/" : path;
}
