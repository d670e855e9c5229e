import { useEffect, useEffectEvent } from "react";
import { callApi } from "./call-api.ts";
import {
  type RememberedSession,
  readSession,
  rememberSession,
  watchSession,
} from "./session-store.ts";

/**
 * Calls `goOn` from the login page when there is a session after all: another tab has just signed in, or a link on another
 * site led here, to which browsers do not send the session's cookie.
 */
export function useReturningSession(goOn: () => void): void {
  const onSession = useEffectEvent(goOn);
  useEffect(() => {
    if (cameFromElsewhere() && isLive(readSession())) {
      void callApi<RememberedSession>("GET", "/api/auth/session").then((answer) => {
        if (!answer.ok) return;
        rememberSession(answer.data);
        onSession();
      });
    }
    return watchSession(() => {
      if (document.visibilityState === "hidden" && isLive(readSession())) onSession();
    });
  }, []);
}

function isLive(session: RememberedSession | undefined): boolean {
  return !!session && Date.parse(session.expires_at) > Date.now();
}

function cameFromElsewhere(): boolean {
  return !document.referrer.startsWith(`${location.origin}/`);
}
