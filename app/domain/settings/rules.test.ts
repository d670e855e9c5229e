import { describe, expect, test } from "vitest";
import { acceptedPaymentMethods, phoneLink, siteName, whatsappLink } from "./rules.ts";

describe("the WhatsApp chat", () => {
  test("uses the digits of the number", () => {
    expect(whatsappLink("+55 (11) 90000-0000")).toBe("https://wa.me/5511900000000");
  });

  test("adds Brazil's country code when missing", () => {
    expect(whatsappLink("(11) 90000-0000")).toBe("https://wa.me/5511900000000");
  });

  test("may contain a message", () => {
    expect(whatsappLink("5511900000000", "Olá, tudo bem?")).toBe(
      "https://wa.me/5511900000000?text=Ol%C3%A1%2C%20tudo%20bem%3F",
    );
  });

  test("does not exist without a number", () => {
    expect([null, "", "a combinar"].map((number) => whatsappLink(number))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test("a phone link contains the country code", () => {
  expect(phoneLink("(11) 4000-0000")).toBe("tel:+551140000000");
  expect(phoneLink(null)).toBeUndefined();
});

test("null payment methods mean the built-in defaults, a saved list replaces them", () => {
  expect(acceptedPaymentMethods(null)).toEqual([
    "PIX",
    "Cartão de Crédito",
    "Cartão de Débito",
    "Dinheiro",
  ]);
  expect(acceptedPaymentMethods([])).toEqual([]);
  expect(acceptedPaymentMethods(["Boleto"])).toEqual(["Boleto"]);
});

test("a shop without a name has the default one", () => {
  expect([null, "  ", "Frutas da Serra"].map((site_name) => siteName({ site_name }))).toEqual([
    "Pomar",
    "Pomar",
    "Frutas da Serra",
  ]);
});
