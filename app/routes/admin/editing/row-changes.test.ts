import { expect, test } from "vitest";
import { agreeIn, changesOf, conflictsBetween } from "./row-changes.ts";

const stored = {
  title: "Polpa de manga",
  position: 3,
  images: ["/media/a.png"],
  specs: { unit: "caixa", rating: 4.5 },
};
const form = { title: "Polpa de manga", images: ["/media/a.png"], specs: { unit: "caixa" } };

test("a form that was left alone changes nothing, whatever else the row holds", () => {
  expect(changesOf(form, stored)).toEqual({});
});

test("only what differs is sent", () => {
  const typed = { ...form, images: [], specs: { unit: "kg" } };
  expect(changesOf(typed, stored)).toEqual({ images: [], specs: { unit: "kg" } });
});

test("a row that was only moved still agrees with the one that was read", () => {
  const fields = Object.keys(form);
  expect(agreeIn(fields, stored, { ...stored, position: 0 })).toBe(true);
  expect(agreeIn(fields, stored, { ...stored, title: "Manga" })).toBe(false);
});

test("a conflict shows both sides under the field's label", () => {
  const views = {
    title: { label: "Título" },
    images: { label: "Imagens" },
    specs: { label: "Unidade", show: ({ unit }: { unit: string }) => unit },
  };
  const mine = { ...form, title: "", specs: { unit: "kg" } };
  expect(conflictsBetween(mine, stored, views)).toEqual([
    { label: "Título", mine: "Nada", theirs: "Polpa de manga" },
    { label: "Unidade", mine: "kg", theirs: "caixa" },
  ]);
});
