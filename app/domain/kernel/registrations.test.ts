import { expect, test } from "vitest";
import { cfopSchema, codeSchema } from "./fiscal-codes.ts";
import {
  cityCodeSchema,
  isCityCode,
  isRegistrationOf,
  stateRegistrationSchema,
} from "./registrations.ts";

test("a city's code has a state, a check digit, or is one of the nine exceptions", () => {
  const codes = ["3550308", "3304557", "5300108", "2927408", "4314902", "4305871", "2201919"];
  for (const code of codes) expect(isCityCode(code), code).toBe(true);
  for (const code of ["3550309", "355030", "9950308", "0000000", "35503080", ""]) {
    expect(isCityCode(code), code).toBe(false);
  }
  expect(cityCodeSchema.parse("355.0308")).toBe("3550308");
  expect(cityCodeSchema.parse("")).toBeNull();
});

test("a state registration has the check digits of a state, or is exempt", () => {
  expect(stateRegistrationSchema.parse("110.042.490.114")).toBe("110042490114");
  expect(stateRegistrationSchema.parse("isento")).toBe("ISENTO");
  expect(stateRegistrationSchema.parse(" ")).toBeNull();
  expect(stateRegistrationSchema.safeParse("110042490115").success).toBe(false);
  expect(isRegistrationOf("110042490114", "SP")).toBe(true);
  expect(isRegistrationOf("110042490114", "RJ")).toBe(false);
});

test("codes have their digits, with or without points", () => {
  const ncm = codeSchema(8, "NCM tem 8 números.");
  expect(ncm.parse("2008.99.00")).toBe("20089900");
  expect(ncm.parse("")).toBeUndefined();
  expect(ncm.safeParse("2008990").success).toBe(false);
  expect(cfopSchema.parse("5.102")).toBe("5102");
  expect(cfopSchema.safeParse("1102").success).toBe(false);
});
