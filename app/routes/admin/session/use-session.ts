import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { loginAddress } from "#app/domain/auth/rules.ts";
import { onSignedOut } from "#app/ui/live/changes.ts";
import { callApi } from "./call-api.ts";
import { keepSession } from "./session-keeper.ts";
import {
  type RememberedSession,
  readSession,
  rememberSession,
  watchSession,
} from "./session-store.ts";

/** What the login page is told of a session that ended by itself: see `hasEnded`. */
const sessionEnded = { sessionEnded: true };

/** Whether the login page was come to because the session ended, by its location's state. */
export function hasEnded(state: unknown): boolean {
  return typeof state === "object" && state !== null && "sessionEnded" in state;
}

/** Keeps the session of the page that was loaded with it alive, and goes to the login when it is over, in any tab. */
export function useSession(session: RememberedSession): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { email, expires_at } = session;

  useEffect(() => rememberSession({ email, expires_at }), [email, expires_at]);
  useEffect(() => keepSession(), []);
  // The answer, a 401, forgets the session.
  useEffect(() => onSignedOut(() => void callApi("GET", "/api/auth/session")), []);
  useEffect(
    () =>
      watchSession(() => {
        if (readSession()) return;
        void navigate(loginAddress(pathname + search), { replace: true, state: sessionEnded });
      }),
    [navigate, pathname, search],
  );
}
