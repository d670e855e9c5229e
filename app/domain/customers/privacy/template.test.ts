import { expect, test } from "vitest";
import { textBlocks } from "#app/domain/company/policies.ts";
import { privacyText } from "./template.ts";

const shop = { name: "Pomar do Vale", email: "oi@vale.example", phone: null, retentionMonths: 0 };

test("the template is parsed as headings, paragraphs and a list", () => {
  const blocks = textBlocks(privacyText(shop));
  const headings = blocks.filter(({ kind }) => kind === "heading");
  expect(headings).toHaveLength(8);
  expect(blocks.some(({ kind }) => kind === "list")).toBe(true);
});

test("contains the contact and the retention period", () => {
  expect(privacyText(shop)).toContain("Pomar do Vale: e-mail oi@vale.example. Respondemos");
  expect(privacyText({ ...shop, email: null })).toContain("pela página de contato");
  expect(privacyText({ ...shop, retentionMonths: 12 })).toContain("apagados 12 meses depois");
  expect(privacyText({ ...shop, retentionMonths: 1 })).toContain("apagados um mês depois");
});
