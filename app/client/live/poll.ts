import { timeoutSignal } from "#app/client/browser-fallbacks.ts";

const pollEvery = 30_000;
const longestAnswer = 10_000;

/**
 * Asks every 30 s whether the shop and its database are well, while the page is seen and the device has a connection,
 * and at once when a page that was hidden for longer is seen again. `ask` asks out of turn.
 */
export function startPoll(onAnswer: (isHealthy: boolean) => void, signal: AbortSignal) {
  let lastAsked = Date.now();

  async function ask(): Promise<void> {
    lastAsked = Date.now();
    const isHealthy = await askForHealth();
    if (!signal.aborted && navigator.onLine) onAnswer(isHealthy);
  }

  function askIfSeen(): void {
    if (document.visibilityState === "visible" && navigator.onLine) void ask();
  }

  function askIfOverdue(): void {
    if (Date.now() - lastAsked >= pollEvery) askIfSeen();
  }

  const timer = setInterval(askIfSeen, pollEvery);
  signal.addEventListener("abort", () => clearInterval(timer));
  document.addEventListener("visibilitychange", askIfOverdue, { signal });
  return { ask };
}

async function askForHealth(): Promise<boolean> {
  try {
    const signal = timeoutSignal(longestAnswer);
    const answer = await fetch("/api/health", { cache: "no-store", signal });
    return answer.ok;
  } catch {
    return false;
  }
}
