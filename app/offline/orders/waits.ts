const shortest = 5_000;
const longest = 15 * 60_000;
const growth = 3;

/**
 * Milliseconds to wait after so many attempts without a clear answer: 5 s, 15 s, 45 s, … to a quarter of an hour, with a
 * fifth more or less by `chance` (0 to 1), so that a shop that is back is not met by all at once.
 */
export function waitAfter(attempts: number, chance: number): number {
  const wait = Math.min(longest, shortest * growth ** Math.max(0, attempts - 1));
  return Math.round(wait * (0.8 + 0.4 * chance));
}
