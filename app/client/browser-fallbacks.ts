/** A random identifier of 32 hexadecimal digits: `crypto.randomUUID` exists over https and on localhost only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const maxDelayMs = 5000;
/** The delay in Safari, which has no requestIdleCallback. */
const fallbackDelayMs = 1000;

/** Runs `work` once the page has loaded and the browser is idle. */
export function whenIdle(work: () => unknown): void {
  if (document.readyState !== "complete") {
    addEventListener("load", () => whenIdle(work), { once: true });
  } else if ("requestIdleCallback" in window) {
    requestIdleCallback(() => work(), { timeout: maxDelayMs });
  } else {
    setTimeout(work, fallbackDelayMs);
  }
}
