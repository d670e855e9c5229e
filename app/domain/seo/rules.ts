import { parseUrl } from "#app/shared/parse-url.ts";

/** What a page tells search engines, in words and addresses; the tags themselves are made by the pages. */

/** An address with its origin: "/receitas" → "https://loja.example/receitas". One that has an origin keeps it. */
export function absoluteUrl(origin: string, address: string): string {
  return parseUrl(address, origin)?.href ?? origin;
}

/** The picture scaled to `width` when the shop serves it; pictures from elsewhere stay as they are. */
export function pictureAddress(address: string, width: number): string {
  return address.startsWith("/media/") ? `${address}?w=${width}` : address;
}

/** The text on one line of at most `length` characters, cut between two words. */
export function summarize(text: string, length = 160): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > length / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** Minutes as ISO 8601 writes a duration: 90 → "PT1H30M". */
export function isoDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `PT${rest}M`;
  return rest === 0 ? `PT${hours}H` : `PT${hours}H${rest}M`;
}

/** Text as XML may carry it, in elements and in attributes: marks escaped, characters XML 1.0 forbids left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&apos;");
}
