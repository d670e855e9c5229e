import { slugify } from "#app/domain/catalogue/rules.ts";

/** A piece of a text that the seller typed without any marks; `id` is unlike any other in the same text. */
export type TextBlock = { id: string } & BlockContent;

type BlockContent =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] };

const longestHeading = 80;
const bullet = /^[-•*–]\s+/;

/**
 * Headings, paragraphs and lists of a plain text. Blank lines part the blocks; a short line alone that ends like no
 * sentence is a heading; lines that all begin with a dash or a dot are a list.
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
  const isHeading = lines.length === 1 && text.length <= longestHeading && !/[.!?:;,]$/.test(text);
  return isHeading ? { kind: "heading", text } : { kind: "paragraph", text: lines.join("\n") };
}
