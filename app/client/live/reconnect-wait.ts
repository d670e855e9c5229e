const shortest = 2000;
const longest = 30_000;

/**
 * Milliseconds to wait after `failures` in a row (1 or more): doubling up to half a minute, and anywhere in the upper
 * half of that, so that a shop that comes back is not met by everybody at once. `chance` lies between 0 and 1.
 */
export function reconnectWait(failures: number, chance = Math.random()): number {
  const most = Math.min(longest, shortest * 2 ** (failures - 1));
  return most / 2 + (chance * most) / 2;
}
