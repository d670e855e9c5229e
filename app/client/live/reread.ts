const retryAfter = 5000;
const mostTries = 3;

/**
 * Runs `read` when asked, never twice at a time: what is asked for meanwhile is done once, afterwards. A reading that failed
 * (resolved with false) is tried again a little later.
 */
export function createRereading(read: () => Promise<boolean>, signal: AbortSignal) {
  let isReading = false;
  let isWanted = false;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readAll(): Promise<void> {
    isReading = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      tries = (await read()) ? 0 : tries + 1;
    }
    isReading = false;
    if (tries > 0 && tries < mostTries) timer = setTimeout(want, retryAfter);
  }

  function want(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    isWanted = true;
    if (!isReading) void readAll();
  }

  signal.addEventListener("abort", () => clearTimeout(timer));
  return want;
}
