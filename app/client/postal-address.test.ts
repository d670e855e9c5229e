import { expect, test } from "vitest";
import { mergeAddress, type PostalAddress } from "./postal-address.ts";

const empty: PostalAddress = { street: "", neighborhood: "", city: "", state: "" };
const paulista: PostalAddress = {
  street: "Avenida Paulista",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};
const town: PostalAddress = { ...empty, city: "Itupeva", state: "SP" };

test("a first lookup fills the fields", () => {
  expect(mergeAddress({ now: empty, before: empty, filled: empty, found: paulista })).toEqual(
    paulista,
  );
});

test("the CEP of a town without streets clears the street of the CEP before", () => {
  const fields = { now: paulista, before: paulista, filled: paulista };
  expect(mergeAddress({ ...fields, found: town })).toEqual(town);
  expect(mergeAddress({ ...fields, found: undefined })).toEqual(empty);
});

test("what was typed stays where the service has nothing", () => {
  const typed = { ...paulista, street: "Estrada do Sítio" };
  expect(mergeAddress({ now: typed, before: typed, filled: paulista, found: town })).toEqual({
    ...town,
    street: "Estrada do Sítio",
  });
});

test("what is typed during the request stays", () => {
  const now = { ...empty, street: "Rua Nova" };
  expect(mergeAddress({ now, before: empty, filled: empty, found: paulista })).toEqual({
    ...paulista,
    street: "Rua Nova",
  });
});
