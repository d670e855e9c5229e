import { describe, expect, test } from "vitest";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { phoneLinks, whatsappLink } from "#app/shared/phone-numbers.ts";
import { arePhoneNumbers } from "./phone-numbers.ts";
import { siteName } from "./rules.ts";

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

describe("phone links", () => {
  test.each([
    ["(11) 4000-0000", ["tel:+551140000000"]],
    ["011 4000-0000", ["tel:+551140000000"]],
    ["+1 212 555-0123", ["tel:+12125550123"]],
    ["+55 11 90000-0000", ["tel:+5511900000000"]],
    ["0800 777 1234", ["tel:08007771234"]],
    ["4004-1234", ["tel:40041234"]],
    ["(11) 4000-0000 / (11) 90000-0000", ["tel:+551140000000", "tel:+5511900000000"]],
    ["(11) 4000-0000 ou 0800 777 1234", ["tel:+551140000000", "tel:08007771234"]],
    ["a combinar", []],
    [null, []],
  ])("of %j", (field, links) => {
    expect(phoneLinks(field).map(({ href }) => href)).toEqual(links);
  });

  test.each(["0800 777 1234", "4004-1234", "3003-1234"])(
    "WhatsApp has no chat with %s",
    (number) => {
      expect(whatsappLink(number)).toBeUndefined();
    },
  );

  test.each([
    ["4004-1234", true],
    ["0800 777 1234", true],
    ["+1 212 555-0123", true],
    ["(11) 4000-0000 / (11) 90000-0000", true],
    ["4000-0000", false],
    ["(11) 4000-0000 / 12", false],
    ["123", false],
  ])("%s is valid: %s", (field, valid) => {
    expect(arePhoneNumbers(field)).toBe(valid);
  });
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
