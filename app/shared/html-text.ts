const markup = /<\/?[a-z][^<>]*>|<!--|&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;
const invisibleParts = /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;
const lineEnds = /<br\b[^>]*>|<\/(?:p|div|h[1-6]|li|ul|ol|tr|table)\s*>/gi;

/** HTML as lines of text, such as the descriptions of other shops' products; a text without markup as it is. */
export function toPlainLines(text: string): string {
  if (!markup.test(text)) return text;
  const lines = text
    .replace(invisibleParts, "")
    .replace(/\s+/g, " ")
    .replace(/<li\b[^>]*>/gi, "- ")
    .replace(lineEnds, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(#?\w+);/g, decodeEntity)
    .split("\n")
    .map((line) => line.replace(/[ \u00a0]+/g, " ").trim());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The letters of Portuguese are named by letter and mark: "&ccedil;", "&Atilde;". */
const marks: Record<string, string> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  cedil: "\u0327",
};
const signs: Record<string, string> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  ordf: "ª",
  ordm: "º",
  deg: "°",
  ndash: "–",
  mdash: "—",
  bull: "•",
  middot: "·",
  hellip: "…",
  times: "×",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  frac12: "½",
  frac14: "¼",
  reg: "®",
  copy: "©",
  trade: "™",
  euro: "€",
  laquo: "«",
  raquo: "»",
};

function decodeEntity(entity: string, name: string): string {
  if (name.startsWith("#")) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "";
  }
  const mark = marks[name.slice(1)];
  if (mark) return `${name[0]}${mark}`.normalize("NFC");
  return (Object.hasOwn(signs, name) ? signs[name] : undefined) ?? entity;
}
