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

/** Returns whether a page may link to the address: an absolute https URL. */
export function isWebAddress(address: string): boolean {
  return parseUrl(address)?.protocol === "https:";
}

/** "::ffff:10.0.0.1", the form of a dual-stack socket, → "10.0.0.1"; any other address unchanged. */
export function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
}
