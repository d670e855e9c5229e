import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useMatches, useNavigate, useRevalidator } from "react-router";
import { refetchQuietly } from "#app/client/refetch.ts";
import { openMark } from "#app/client/worker-messages.ts";
import { keepCatalogue } from "./keep-catalogue.ts";
import { linkWorker, pageCopiedAt } from "./worker-link.ts";

type Times = ReadonlyMap<string, string>;

/** Follows the worker: when what the page shows was kept, ISO 8601; undefined when it is the shop's own. */
export function useCopies(): string | undefined {
  const { pathname } = useLocation();
  const [times, setTimes] = useState<Times>(new Map());
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const read = useEffectEvent(() => void refetchQuietly(matches, revalidate));
  const note = useEffectEvent((path: string, at: string | null) => {
    setTimes((known) => withTime(known, path, at));
  });
  useOpening();
  useEffect(() => {
    const ending = new AbortController();
    const catalogue = keepCatalogue(ending.signal);
    linkWorker(
      {
        onServed: (address, at) => note(pageOf(address), at),
        onLateAnswer: read,
        onChanged: catalogue.refresh,
      },
      ending.signal,
    );
    const copied = pageCopiedAt();
    if (copied) {
      note(location.pathname, copied);
      // The shop may be back by now.
      if (navigator.onLine) read();
    }
    return () => ending.abort();
  }, []);
  return times.get(pathname);
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

function withTime(known: Times, path: string, at: string | null): Times {
  if ((known.get(path) ?? null) === at) return known;
  const times = new Map(known);
  if (at === null) times.delete(path);
  else times.set(path, at);
  return times;
}

/** The page that an address gives the data of. */
function pageOf(address: string): string {
  const path = (address.split("?", 1)[0] ?? "").replace(/\.data$/, "");
  return path === "/_" ? "/" : path;
}
