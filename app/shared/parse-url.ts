/**
 * The address as a URL, relative to `base` when one is given; undefined for one that is invalid. `URL.parse` and
 * `URL.canParse` are newer than the oldest supported browsers.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
