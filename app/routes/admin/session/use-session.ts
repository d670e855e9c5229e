import { useEffect } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { loginAddress, loginPath } from "#app/domain/auth/rules.ts";
import { onSignedOut } from "#app/ui/live/changes.ts";
import { toast } from "#app/ui/toast.ts";
import { callApi } from "./call-api.ts";
import { keepSession } from "./session-keeper.ts";
import {
  type RememberedSession,
  readSession,
  rememberSession,
  watchSession,
} from "./session-store.ts";

/** To the login, unless something unsaved holds the page back: what happened is then said here. */
async function leave(navigate: NavigateFunction, from: string): Promise<void> {
  await navigate(loginAddress(from), { replace: true, state: sessionEnded });
  if (location.pathname === loginPath) return;
  toast({
    id: "session",
    title: "Sua sessão terminou",
    description: "Para salvar o que está aqui, entre de novo em outra aba.",
    look: "destructive",
    persistent: true,
  });
}

/** What the login page is told of a session that ended by itself: see `hasEnded`. */
const sessionEnded = { sessionEnded: true };

/** Whether the login page was come to because the session ended, by its location's state. */
export function hasEnded(state: unknown): boolean {
  return typeof state === "object" && state !== null && "sessionEnded" in state;
}

/** The answer, a 401, forgets the session, unless that is done: who signs out here knows it first. */
function askAgain(): void {
  if (readSession()) void callApi("GET", "/api/auth/session");
}

/** Keeps the session of the page that was loaded with it alive, and goes to the login when it is over, in any tab. */
export function useSession(session: RememberedSession): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { email, expires_at } = session;

  useEffect(() => rememberSession({ email, expires_at }), [email, expires_at]);
  useEffect(() => keepSession(), []);
  useEffect(() => onSignedOut(askAgain), []);
  useEffect(
    () =>
      watchSession(() => {
        if (!readSession()) void leave(navigate, pathname + search);
      }),
    [navigate, pathname, search],
  );
}
