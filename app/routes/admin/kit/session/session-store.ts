import { atom, onMount } from "nanostores";
import { deleteDayCopies } from "#app/client/day-queue.ts";
import { safeLocalStorage } from "#app/client/storage.ts";

/** The user and the session's end, shared by all tabs. The secret itself is an HttpOnly cookie. */
export type RememberedSession = { email: string; expires_at: string };

/** "open-elsewhere": another tab signed in. "ended": expired, or ended by another tab. "signed-out": ended by this tab. */
type SessionState = "unknown" | "open" | "open-elsewhere" | "ended" | "signed-out";

const key = "pomar:session";

export const $sessionState = atom<SessionState>("unknown");

onMount($sessionState, () => {
  if (typeof window === "undefined") return;
  function follow(event: StorageEvent) {
    if (event.key !== key && event.key !== null) return;
    const isOpen = $sessionState.get() === "open";
    if (!readSession()) $sessionState.set(isOpen ? "ended" : "unknown");
    else if (!isOpen) $sessionState.set("open-elsewhere");
  }
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
});

/** Undefined without a session, or when the stored text is not a session. */
export function readSession(): RememberedSession | undefined {
  const text = safeLocalStorage.read(key);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    console.warn("The stored session is not readable", error);
    return undefined;
  }
}

export function rememberSession({ email, expires_at }: RememberedSession): void {
  safeLocalStorage.write(key, JSON.stringify({ email, expires_at }));
  $sessionState.set("open");
}

/** Removes the session of this page in every tab; without one it does nothing. */
export function forgetSession(reason: "ended" | "signed-out"): void {
  if ($sessionState.get() !== "open") return;
  safeLocalStorage.remove(key);
  void deleteDayCopies();
  $sessionState.set(reason);
}

function parse(value: unknown): RememberedSession | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { email, expires_at } = value as Record<string, unknown>;
  if (typeof email !== "string" || typeof expires_at !== "string") return undefined;
  return Number.isNaN(Date.parse(expires_at)) ? undefined : { email, expires_at };
}
