import { slugify } from "#app/shared/slug.ts";

/** A block of plain text; `id` is unique within the text. */
export type TextBlock = { id: string } & BlockContent;

type BlockContent =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

const maxHeadingLength = 80;
const bullet = /^[-•*–]\s+/;

/**
 * Splits plain text at blank lines into headings (one short line without final punctuation), lists (all lines start
 * with a dash or dot) and paragraphs.
 */
export function textBlocks(text: string): TextBlock[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map((block, index) => {
      const content = readBlock(block);
      const name = content.kind === "heading" ? slugify(content.text) : "";
      return { id: name ? `${index + 1}-${name}` : `${index + 1}`, ...content };
    });
}

function readBlock(text: string): BlockContent {
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.every((line) => bullet.test(line))) {
    return { kind: "list", items: lines.map((line) => line.replace(bullet, "")) };
  }
  const isHeading =
    lines.length === 1 && text.length <= maxHeadingLength && !/[.!?:;,]$/.test(text);
  return isHeading ? { kind: "heading", text } : { kind: "paragraph", text: lines.join("\n") };
}
