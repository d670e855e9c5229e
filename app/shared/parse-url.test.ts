import { expect, test } from "vitest";
import { parseUrl } from "./parse-url.ts";

test("resolves an address against its base", () => {
  expect(parseUrl("/receitas", "https://loja.example")?.href).toBe("https://loja.example/receitas");
  expect(parseUrl("https://outra.example/a")?.host).toBe("outra.example");
});

test("returns undefined for an invalid address", () => {
  expect(parseUrl("/receitas")).toBeUndefined();
  expect(parseUrl("https://", "https://loja.example")).toBeUndefined();
});
