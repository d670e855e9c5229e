import { expect, test } from "vitest";
import { cityKey, placeKey } from "./place-names.ts";

test.each([
  ["Jardim São José", "Jd. São José"],
  ["Jardim São José", "jd São  José"],
  ["Jardim São José", "JARDIM S. JOSE"],
  ["Vila Santa Catarina", "Vl. Sta. Catarina"],
  ["Parque Industrial", "Pq Ind."],
  ["Nossa Senhora de Fátima", "Nsa. Sra. de Fátima"],
  ["Conjunto Habitacional", "Conj. Habitacional"],
  ["Centro", " centro "],
])("'%s' is also written '%s'", (name, other) => {
  expect(placeKey(other)).toBe(placeKey(name));
});

test.each([
  ["Jundiaí", "Jundiaí - SP"],
  ["Jundiaí", "jundiai/SP"],
  ["Jundiaí", "Jundiaí, SP"],
  ["Jundiaí", "Jundiaí (SP)"],
  ["São Paulo", "S. Paulo – sp"],
])("the city '%s' is also written '%s'", (name, other) => {
  expect(cityKey(other)).toBe(cityKey(name));
});

test.each([
  ["Jardim América", "Vila América"],
  ["Serra", "Serra Negra"],
])("'%s' is not '%s'", (name, other) => {
  expect(placeKey(other)).not.toBe(placeKey(name));
});
