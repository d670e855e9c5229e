import { expect, test } from "vitest";
import {
  customOption,
  hasMethod,
  isBuiltIn,
  parseTerms,
  paymentOptions,
} from "./payment-methods.tsx";

test("the default methods are the four usual ones", () => {
  const enabled = paymentOptions(null).filter((option) => option.enabled);
  expect(enabled.map((option) => option.name)).toEqual([
    "PIX",
    "Cartão de Crédito",
    "Cartão de Débito",
    "Dinheiro",
  ]);
});

test("a method is enabled only if its name is in the saved list", () => {
  const options = paymentOptions(["Transferência", "Vale Refeição"]);
  expect(options.filter((option) => option.enabled).map((option) => option.name)).toEqual([
    "Transferência",
    "Vale Refeição",
  ]);
  expect(options.filter((option) => !isBuiltIn(option))).toHaveLength(1);
});

test("the id of a custom method is its name with underscores", () => {
  expect(customOption(" Vale  Refeição ")).toEqual({
    id: "vale__refeição",
    name: "Vale  Refeição",
    enabled: true,
    icon: "icon-[lucide--credit-card]",
    audience: "all",
    days: "",
    due_from: "delivery",
    kind: "other",
  });
});

test("a method with the same name exists already", () => {
  expect(hasMethod(paymentOptions(null), customOption("pix"))).toBe(true);
  expect(hasMethod(paymentOptions(null), customOption("Boleto"))).toBe(false);
});

test("a custom method that is switched off stays in the form", () => {
  const options = paymentOptions(["PIX", "Vale Refeição"]);
  const switchedOff = options.map((option) => ({ ...option, enabled: option.name === "PIX" }));
  const [off] = paymentOptions(["PIX"], parseTerms(switchedOff)).filter(
    (option) => !isBuiltIn(option),
  );
  expect(off).toMatchObject({ name: "Vale Refeição", enabled: false });
  const terms = { fiado: { audience: "all", days: 0 } } as const;
  const on = paymentOptions(["PIX", "Fiado"], terms).filter((option) => !isBuiltIn(option));
  expect(on.map(({ name, enabled }) => [name, enabled])).toEqual([["Fiado", true]]);
});

test("terms that are cleared replace the stored ones", () => {
  const stored = { PIX: { audience: "cnpj", days: 28 } } as const;
  const options = paymentOptions(["PIX"], stored);
  expect(parseTerms(options)).toMatchObject(stored);
  const cleared = options.map((option) => ({ ...option, audience: "all" as const, days: "" }));
  expect(parseTerms(cleared)).toMatchObject({ PIX: { audience: "all", days: 0 } });
});

test("the kind of a custom method is stored with its terms, and that of a built-in one is known", () => {
  const stored = { "Maquininha da rua": { audience: "all", days: 0, kind: "card" } } as const;
  const options = paymentOptions(["PIX", "Maquininha da rua"], stored);
  expect(options.map(({ name, kind }) => [name, kind])).toEqual([
    ["PIX", "pix"],
    ["Cartão de Crédito", "card"],
    ["Cartão de Débito", "card"],
    ["Dinheiro", "cash"],
    ["Transferência", "transfer"],
    ["Maquininha da rua", "card"],
  ]);
  expect(parseTerms(options)).toMatchObject(stored);
  expect(parseTerms(options).PIX).toEqual({ audience: "all", days: 0 });
});
