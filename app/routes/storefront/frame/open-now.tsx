import { useEffect, useState } from "react";
import type { OpeningHours } from "#app/domain/settings/company-schema.ts";
import { type OpenState, openState } from "#app/domain/settings/open-state.ts";

type OpenNowProps = { hours: OpeningHours };

/** How long the text may be out of date. */
const updateIntervalMs = 30_000;

/**
 * 'Aberto agora · fecha às 18h'. The page is cached, so the browser computes the text after hydration; the space is
 * reserved.
 */
export function OpenNow({ hours }: OpenNowProps) {
  const state = useOpenState(hours);
  return (
    <p className="mb-2 flex min-h-6 items-center gap-2 font-semibold">
      {state && (
        <>
          <span
            className={`size-2.5 shrink-0 rounded-full ${state.isOpen ? "bg-success-ink" : "bg-muted"}`}
            aria-hidden
          />
          {state.text}
        </>
      )}
    </p>
  );
}

function useOpenState(hours: OpeningHours): OpenState | undefined {
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    const update = () => setState(openState(hours, new Date()));
    update();
    const timer = setInterval(update, updateIntervalMs);
    return () => clearInterval(timer);
  }, [hours]);
  return state;
}
