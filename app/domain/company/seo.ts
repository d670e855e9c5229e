import { parseUrl } from "#app/shared/parse-url.ts";

/** Absolute URL: "/receitas" → "https://loja.example/receitas". An absolute address is unchanged. */
export function absoluteUrl(origin: string, address: string): string {
  return parseUrl(address, origin)?.href ?? origin;
}

/** URL of the picture with this width; external pictures are unchanged. */
export function pictureAddress(address: string, width: number): string {
  return address.startsWith("/media/") ? `${address}?w=${width}` : address;
}

/** The same as JPEG, which every program reads. */
export function jpegAddress(address: string, width: number): string {
  const variant = pictureAddress(address, width);
  return variant === address ? address : `${variant}&format=jpeg`;
}

/** One line of at most `length` characters, cut between words. */
export function summarize(text: string, length = 160): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > length / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/, "")}…`;
}

/** ISO 8601 duration: 90 → "PT1H30M". */
export function isoDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `PT${rest}M`;
  return rest === 0 ? `PT${hours}H` : `PT${hours}H${rest}M`;
}

/** Escapes text for XML elements and attributes and removes characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&apos;");
}
