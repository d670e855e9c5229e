/** A signal that aborts after `ms` milliseconds. */
export function timeoutSignal(ms: number): AbortSignal {
  if ("timeout" in AbortSignal) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** A random identifier of 32 hexadecimal digits: `crypto.randomUUID` exists over https and on localhost only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
