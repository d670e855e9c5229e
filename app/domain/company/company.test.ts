import { describe, expect, test } from "vitest";
import { formatCnpj } from "#app/shared/documents.ts";
import { addressLines, legalLine, mapLink, networkName } from "./company.ts";
import { companyFields } from "./company-schema.ts";
import { formatHours, weekRows } from "./open-state.ts";

const address = {
  street: "Rua das Araucárias, 7",
  neighborhood: "Capivari",
  city: "Campos do Jordão",
  state: "SP",
  zipCode: "12460000",
  map_url: "",
};

describe("the address", () => {
  test("has a line for each known part", () => {
    expect(addressLines(address)).toEqual([
      "Rua das Araucárias, 7",
      "Capivari, Campos do Jordão/SP",
      "CEP 12460-000",
    ]);
    expect(addressLines({ ...address, street: "", neighborhood: "", zipCode: "" })).toEqual([
      "Campos do Jordão/SP",
    ]);
    expect(addressLines(null)).toEqual([]);
  });

  test("opens the shop's own map, or a search", () => {
    expect(mapLink({ ...address, map_url: "https://maps.app.goo.gl/x" })).toBe(
      "https://maps.app.goo.gl/x",
    );
    expect(mapLink(address)).toContain("query=Rua+das+Arauc");
    expect(mapLink(null)).toBeUndefined();
  });
});

describe("the CNPJ", () => {
  test("is numeric or alphanumeric, with or without punctuation", () => {
    const read = (text: string) => companyFields.shape.cnpj.safeParse(text).data;
    expect(read("11.222.333/0001-81")).toBe("11222333000181");
    expect(read("12.abc.345/01de-35")).toBe("12ABC34501DE35");
    expect(read("")).toBeNull();
  });

  test("with wrong check digits is stored, with a wrong length it is not", () => {
    expect(companyFields.shape.cnpj.safeParse("11222333000199").success).toBe(true);
    expect(companyFields.shape.cnpj.safeParse("1122233300018").success).toBe(false);
  });

  test("is shown beside the legal name", () => {
    expect(formatCnpj("12ABC34501DE35")).toBe("12.ABC.345/01DE-35");
    expect(legalLine({ legal_name: "Serra Ltda.", cnpj: "11222333000181" })).toBe(
      "Serra Ltda. · CNPJ 11.222.333/0001-81",
    );
    expect(legalLine({ legal_name: null, cnpj: null })).toBe("");
  });
});

test("equal consecutive days share a row of the opening hours", () => {
  const day = { opens: "08:30", closes: "18:00" };
  const half = { opens: "08:30", closes: "12:00" };
  const week = [day, day, day, day, half, half, null];
  const rows = weekRows({ week, holidays: [] });
  expect(rows.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    "Segunda a quinta: 8h30 às 18h",
    "Sexta e sábado: 8h30 às 12h",
    "Domingo: Fechado",
  ]);
  expect(formatHours(null)).toBe("Fechado");
});

test("a day closes after it opens, and two holidays have two dates", () => {
  const week = Array(7).fill(null);
  const { opening_hours } = companyFields.shape;
  const holiday = { date: "2026-12-25", name: "Natal", hours: null };
  expect(opening_hours.safeParse({ week, holidays: [holiday] }).success).toBe(true);
  expect(opening_hours.safeParse({ week, holidays: [holiday, holiday] }).success).toBe(false);
  const wrong = [{ opens: "18:00", closes: "08:00" }, ...week.slice(1)];
  expect(opening_hours.safeParse({ week: wrong, holidays: [] }).success).toBe(false);
});

test("a profile is named after its network", () => {
  expect(networkName("https://www.instagram.com/loja")).toBe("Instagram");
  expect(networkName("https://m.facebook.com/loja")).toBe("Facebook");
  expect(networkName("https://loja.example/blog")).toBe("loja.example");
});
