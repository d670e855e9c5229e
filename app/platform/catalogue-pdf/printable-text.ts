/** The characters that both fonts of the catalogue have: the Latin ones that Portuguese uses, and its punctuation. */
const unprintable =
  /[^\u0020-\u007e\u00a0-\u00a3\u00a5-\u00ac\u00ae-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122\u2212]/gu;

/** The text without what would be printed as an empty box: 'ž' becomes 'z', an emoji is left out. */
export function printableText(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll("\u2011", "-")
    .replaceAll(/[\s\u200b]/g, (space) => (space === "\u00a0" ? space : " "))
    .replaceAll(unprintable, (character) =>
      character.normalize("NFD").slice(0, 1).replaceAll(unprintable, ""),
    )
    .replaceAll(/ {2,}/g, " ")
    .trim();
}
