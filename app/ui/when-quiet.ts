const longestWait = 5000;

/** Runs `work` once the page has loaded and the browser has nothing better to do. */
export function whenQuiet(work: () => unknown): void {
  if (document.readyState !== "complete") {
    addEventListener("load", () => whenQuiet(work), { once: true });
  } else if ("requestIdleCallback" in window) {
    requestIdleCallback(() => work(), { timeout: longestWait });
  } else {
    setTimeout(work, 1000);
  }
}
