import { describe, expect, test } from "vitest";
import { acceptedPaymentMethods, phoneLink, siteName, whatsappLink } from "./rules.ts";

describe("the WhatsApp chat", () => {
  test("is addressed by the digits of the number", () => {
    expect(whatsappLink("+55 (11) 90000-0000")).toBe("https://wa.me/5511900000000");
  });

  test("gets Brazil's code when the seller left it out", () => {
    expect(whatsappLink("(11) 90000-0000")).toBe("https://wa.me/5511900000000");
  });

  test("may open with a message", () => {
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

test("a phone is called with its country", () => {
  expect(phoneLink("(11) 4000-0000")).toBe("tel:+551140000000");
  expect(phoneLink(null)).toBeUndefined();
});

test("payment methods never saved are the built-in defaults, and a saved list decides", () => {
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
