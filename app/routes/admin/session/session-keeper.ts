import { sessionLookEvery, sessionNearEnd } from "#app/domain/auth/rules.ts";
import { callApi } from "./call-api.ts";
import { type RememberedSession, readSession, rememberSession } from "./session-store.ts";

const lockName = "pomar:session";

/**
 * Keeps the session alive while somebody looks at this page: every thirty seconds, and when the page comes into view again,
 * a session near its end is refreshed. Returns how to stop.
 */
export function keepSession(): () => void {
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
  // Where the page came without encryption there are no locks, and two tabs asking does no harm.
  if (!navigator.locks) return refresh();
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock && isNearEnd(readSession())) await refresh();
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
