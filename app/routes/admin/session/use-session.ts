import { useEffect, useEffectEvent, useState } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { onSignedOut } from "#app/client/changes.ts";
import { withFreeLock } from "#app/client/tabs.ts";
import { toast } from "#app/client/toast.ts";
import { loginAddress, sessionLookEvery, sessionNearEnd } from "#app/domain/auth/rules.ts";
import { loginPath } from "#app/shared/paths.ts";
import { callApi, describeProblem } from "./call-api.ts";
import {
  forgetSession,
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

/** Ends the session on the server and in every tab. */
export function useSignOut(): { signOut: () => Promise<void>; pending: boolean } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  async function signOut() {
    setPending(true);
    const answer = await callApi("POST", "/api/auth/logout");
    setPending(false);
    if (!answer.ok) {
      toast({
        title: "Erro ao sair",
        description: describeProblem(answer.problem),
        look: "destructive",
      });
      return;
    }
    forgetSession();
    // The last word of where to go: without the way back that an ended session would have kept.
    await navigate(loginPath);
    toast({ title: "Logout realizado" });
  }
  return { signOut, pending };
}

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

const lockName = "pomar:session";

/**
 * Keeps the session alive while somebody looks at this page: every thirty seconds, and when the page comes into view again,
 * a session near its end is refreshed. Returns how to stop.
 */
function keepSession(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  function follow() {
    clearInterval(timer);
    timer = undefined;
    if (document.visibilityState !== "visible") return;
    void refreshNearEnd();
    timer = setInterval(refreshNearEnd, sessionLookEvery);
  }
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", follow);
  };
}

function isNearEnd(session: RememberedSession | undefined): session is RememberedSession {
  return !!session && Date.parse(session.expires_at) - Date.now() < sessionNearEnd;
}

/** Of several tabs one asks; the others find the new end in the storage that they share. */
async function refreshNearEnd(): Promise<void> {
  if (!isNearEnd(readSession())) return;
  await withFreeLock(lockName, async () => {
    if (isNearEnd(readSession())) await refresh();
  });
}

/** A failure may pass: it is logged and tried again at the next look. */
async function refresh(): Promise<void> {
  const answer = await callApi<RememberedSession>("POST", "/api/auth/refresh");
  if (answer.ok) rememberSession(answer.data);
  else if (answer.problem.status !== 401) {
    console.warn("The session was not refreshed and will be tried again", answer.problem);
  }
}
