/**
 * Who is signed in and until when, as this browser remembers it between pages and in all its tabs. The secret itself is a
 * cookie that no script can read.
 */
export type RememberedSession = { email: string; expires_at: string };

const key = "pomar:session";
const listeners = new Set<() => void>();
/** Whether this page holds a session that has not ended yet. */
let isOpen = false;

/** Undefined when nobody is signed in, or when what is stored is not ours. */
export function readSession(): RememberedSession | undefined {
  try {
    return parse(localStorage.getItem(key));
  } catch (error) {
    console.warn("The session could not be read", error);
    return undefined;
  }
}

export function rememberSession({ email, expires_at }: RememberedSession): void {
  isOpen = true;
  store(JSON.stringify({ email, expires_at }));
}

/** The session is over: every tab hears of it, once, however many notice. */
export function forgetSession(): void {
  if (!isOpen) return;
  isOpen = false;
  store(undefined);
}

/** Calls `listener` at each change, in this tab or another; returns how to stop. */
export function watchSession(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", heard);
  };
}

function store(value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.warn("The session could not be stored", error);
  }
  for (const listener of [...listeners]) listener();
}

function parse(text: string | null): RememberedSession | undefined {
  if (text === null) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { email, expires_at } = value as Record<string, unknown>;
  if (typeof email !== "string" || typeof expires_at !== "string") return undefined;
  return Number.isNaN(Date.parse(expires_at)) ? undefined : { email, expires_at };
}
