import { useEffect, useEffectEvent, useState } from "react";
import { type NavigateFunction, useLocation, useNavigate } from "react-router";
import { onSignedOut } from "#app/client/changes.ts";
import { withFreeLock } from "#app/client/tabs.ts";
import { dismissToast, toast } from "#app/client/toast.ts";
import {
  loginPathFor,
  sessionCheckIntervalMs,
  sessionRefreshBeforeMs,
} from "#app/domain/people/rules.ts";
import { loginPath } from "#app/shared/paths.ts";
import { callApi, showProblem } from "./call-api.ts";
import {
  $sessionState,
  forgetSession,
  type RememberedSession,
  readSession,
  rememberSession,
} from "./session-store.ts";

const endedToastId = "session";

/** Refreshes the session of this page, and goes to the login when it ends in any tab. */
export function useSession({ email, expires_at }: RememberedSession): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => {
    rememberSession({ email, expires_at });
    dismissToast(endedToastId);
  }, [email, expires_at]);
  useEffect(startSessionRefresh, []);
  useEffect(() => onSignedOut(checkSession), []);
  useEffect(
    () =>
      $sessionState.listen((state) => {
        if (state === "ended") void leaveForLogin(navigate, pathname + search);
        else if (state === "open-elsewhere") dismissToast(endedToastId);
      }),
    [navigate, pathname, search],
  );
}

/** A form with unsaved changes can block the navigation: then a toast explains what happened. */
async function leaveForLogin(navigate: NavigateFunction, from: string): Promise<void> {
  await navigate(loginPathFor(from), { replace: true, state: sessionEnded });
  if (location.pathname === loginPath) return;
  toast({
    id: endedToastId,
    title: "Sua sessão terminou",
    description: "Para salvar o que está aqui, entre de novo em outra aba.",
    variant: "destructive",
    persistent: true,
  });
}

const sessionEnded = { sessionEnded: true };

/** Returns whether the login page was opened because the session ended, by its location's state. */
export function hasSessionEnded(state: unknown): boolean {
  return typeof state === "object" && state !== null && "sessionEnded" in state;
}

let isSigningOut = false;

/** A 401 in the response ends the session; during and after a sign-out in this tab there is no session to check. */
function checkSession(): void {
  if (readSession() && !isSigningOut) void callApi("GET", "/api/auth/session");
}

/** Ends the session on the server and in every tab. */
export function useSignOut(): { signOut: () => Promise<void>; pending: boolean } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  async function signOut() {
    setPending(true);
    isSigningOut = true;
    const answer = await callApi("POST", "/api/auth/logout");
    if (answer.ok) forgetSession("signed-out");
    isSigningOut = false;
    setPending(false);
    if (!answer.ok) {
      showProblem("Erro ao sair", answer.problem);
      return;
    }
    await navigate(loginPath);
    toast({ title: "Logout realizado" });
  }
  return { signOut, pending };
}

/**
 * Calls `onReturn` on the login page when a session exists: another tab has signed in, or a link on another site led
 * here, for which browsers do not send the session's cookie.
 */
export function useReturningSession(onReturn: () => void): void {
  const returnToApp = useEffectEvent(onReturn);
  useEffect(() => {
    if (cameFromOtherSite() && isLive(readSession())) {
      void callApi<RememberedSession>("GET", "/api/auth/session").then((answer) => {
        if (!answer.ok) return;
        rememberSession(answer.data);
        returnToApp();
      });
    }
    return $sessionState.listen((state) => {
      const isSignedIn = state === "open-elsewhere" && isLive(readSession());
      if (isSignedIn && document.visibilityState === "hidden") returnToApp();
    });
  }, []);
}

function isLive(session: RememberedSession | undefined): boolean {
  return !!session && Date.parse(session.expires_at) > Date.now();
}

function cameFromOtherSite(): boolean {
  return !document.referrer.startsWith(`${location.origin}/`);
}

const refreshLock = "pomar:session";

/** Refreshes a session near its end, at intervals while the page is visible. Returns the function that stops it. */
function startSessionRefresh(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  function follow() {
    clearInterval(timer);
    timer = undefined;
    if (document.visibilityState !== "visible") return;
    void refreshNearEnd();
    timer = setInterval(refreshNearEnd, sessionCheckIntervalMs);
  }
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", follow);
  };
}

function isNearEnd(session: RememberedSession | undefined): session is RememberedSession {
  return !!session && Date.parse(session.expires_at) - Date.now() < sessionRefreshBeforeMs;
}

/** One tab refreshes; the others read the new end from the shared storage. */
async function refreshNearEnd(): Promise<void> {
  if (!isNearEnd(readSession())) return;
  await withFreeLock(refreshLock, async () => {
    if (isNearEnd(readSession())) await refresh();
  });
}

/** A failure is logged; the next interval tries again. */
async function refresh(): Promise<void> {
  const answer = await callApi<RememberedSession>("POST", "/api/auth/refresh");
  if (answer.ok) rememberSession(answer.data);
  else if (answer.problem.status !== 401) {
    console.warn("The session was not refreshed and will be tried again", answer.problem);
  }
}
