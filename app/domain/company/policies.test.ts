import fc from "fast-check";
import { expect, test } from "vitest";
import { textBlocks } from "./policies.ts";

test("a short line alone is a heading, sentences are paragraphs, dashes a list", () => {
  const text =
    "1. Entrega\n\nEntregamos em Jundiaí.\nConfira na hora.\n\n- PIX\n- Dinheiro\n\nDúvidas?";
  expect(textBlocks(text)).toEqual([
    { id: "1-1-entrega", kind: "heading", text: "1. Entrega" },
    { id: "2", kind: "paragraph", text: "Entregamos em Jundiaí.\nConfira na hora." },
    { id: "3", kind: "list", items: ["PIX", "Dinheiro"] },
    { id: "4", kind: "paragraph", text: "Dúvidas?" },
  ]);
});

test("line ends of any system separate blocks", () => {
  expect(textBlocks("Trocas\r\n \r\nAvise logo.\r\n")).toMatchObject([
    { kind: "heading", text: "Trocas" },
    { kind: "paragraph", text: "Avise logo." },
  ]);
});

test("equal headings have different ids", () => {
  const ids = textBlocks("Entrega\n\nEntrega").map((block) => block.id);
  expect(new Set(ids).size).toBe(2);
});

test("an empty text has no blocks", () => {
  expect(textBlocks(" \n\n\t")).toEqual([]);
});

test("no word is lost", () => {
  const line = fc.stringMatching(/^[a-zA-Zç .]{1,90}$/);
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const parsed = textBlocks(lines.join("\n\n")).map((block) =>
        block.kind === "list" ? block.items.join(" ") : block.text,
      );
      const words = (text: string) => text.split(/\s+/).filter(Boolean);
      expect(words(parsed.join(" "))).toEqual(words(lines.join(" ")));
    }),
  );
});
