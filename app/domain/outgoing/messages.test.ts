import { expect, test } from "vitest";
import { createMessage, createOrderMessage, fillTemplate, orderMessages } from "./messages.ts";

const link = "https://loja.example/pedido/1001-Zk3vYw5Qm8RtXc2LhP0aBg";
const item = { quantity: 3, name: "Polpa de açaí 100 g", unit: "pacote" as const, total: 137.7 };
const order = { number: 1001, items: [item], deliveryFee: 15, total: 152.7, link };
const textIn = (url = "") => new URL(url).searchParams.get("text") ?? "";

test("an order's message has number, items, totals and the link at the end", () => {
  const { text, url } = createOrderMessage(order, "(11) 98765-4321");
  expect(text).toBe(
    `Olá! Enviei o pedido nº 1001:\n3 × Polpa de açaí 100 g (pacote): R$ 137,70\nEntrega: R$ 15,00\nTotal: R$ 152,70\n${link}`,
  );
  expect(url).toMatch(/^https:\/\/wa\.me\/5511987654321\?text=/);
  expect(textIn(url)).toBe(text);
});

test("a line of a larger unit names its contents", () => {
  const items = [{ ...item, unit: "caixa" as const, unit_label: "Caixa · 30 un" }];
  expect(createOrderMessage({ ...order, items }, null).text).toContain(
    "\n3 × Polpa de açaí 100 g (Caixa · 30 un): R$ 137,70\n",
  );
});

test("100 lines are shortened in the chat and complete in the copy", () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ ...item, name: `Polpa nº ${index}` }));
  const { text, url = "" } = createOrderMessage({ ...order, items }, "11987654321");
  expect(text.split("\n")).toHaveLength(104);
  expect(url.length).toBeLessThanOrEqual(2000);
  expect(url.length).toBeGreaterThan(1900);
  const lines = textIn(url).split("\n");
  expect(lines.at(-1)).toBe(link);
  const shown = lines.filter((line) => line.startsWith("3 ×")).length;
  expect(lines[shown + 1]).toBe(`… e mais ${100 - shown} itens`);
});

test("of an earlier order only the number is known", () => {
  const earlier = { number: 7, items: [], deliveryFee: 0, total: 0, link: undefined };
  expect(createOrderMessage(earlier, null).text).toBe("Olá! Enviei o pedido nº 7.");
});

test("without a number there is a text to copy only", () => {
  expect(createOrderMessage(order, null)).toMatchObject({ url: undefined });
  expect(createOrderMessage(order, null).text).toContain(link);
});

test("a template is filled in; unknown fields and customers' braces stay", () => {
  const values = { nome: "{link}", numero: 7, total: 9.9, link };
  expect(fillTemplate("{nome}: nº {numero}, {total}, {x} {link}", values)).toBe(
    `{link}: nº 7, R$ 9,90, {x} ${link}`,
  );
  expect(orderMessages({ pendente: " ", entregue: "Chegou!" })).toMatchObject({
    pendente: expect.stringContaining("{numero}"),
    entregue: "Chegou!",
  });
});

test("a long message is cut before its link", () => {
  const { url = "", text } = createMessage(`${"çã ".repeat(900)}${link}`, "11987654321");
  expect(url.length).toBeLessThanOrEqual(2000);
  expect(textIn(url)).toMatch(new RegExp(`… ${link}$|…${link}$`));
  expect(text).toContain(link);
  expect(createMessage("Oi 😀", "11987654321").url).toContain(encodeURIComponent("Oi 😀"));
});
