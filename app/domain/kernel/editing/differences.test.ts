import { describe, expect, test } from "vitest";
import { changedFields, diffFields, haveSameFields } from "./differences.ts";

test("fields are compared one by one, also inside objects, the changed ones first", () => {
  const before = { id: 1, seo_default: { title: "A", author: "B" } };
  const after = { id: 1, seo_default: { title: "C", author: "B" } };
  expect(diffFields(before, after)).toEqual([
    { path: "seo_default.title", before: "A", after: "C", changed: true },
    { path: "id", before: 1, after: 1, changed: false },
    { path: "seo_default.author", before: "B", after: "B", changed: false },
  ]);
});

test("a created row has no old values", () => {
  expect(diffFields(null, { name: "Polpas" })).toEqual([
    { path: "name", before: undefined, after: "Polpas", changed: true },
  ]);
});

test("version and time of the change come last among the changed fields", () => {
  const before = { version: 1, updated_at: "2026-01-01T10:00:00+00:00", name: "Polpas" };
  const after = { version: 2, updated_at: "2026-01-02T10:00:00+00:00", name: "Polpa" };
  const paths = diffFields(before, after).map(({ path }) => path);
  expect(paths).toEqual(["name", "version", "updated_at"]);
});

describe("changed fields", () => {
  test("are none in an untouched form, also when the row has other fields", () => {
    const stored = { version: 3, title: "Manga", specs: { unit: "caixa", rating: 4.5 } };
    expect(changedFields({ title: "Manga", specs: { unit: "caixa" } }, stored)).toEqual({});
  });

  test("are those that differ, lists compared entry by entry and objects in any key order", () => {
    const stored = { images: ["a"], team: [{ title: "Ana", subtitle: "Compras" }] };
    const same = { images: ["a"], team: [{ subtitle: "Compras", title: "Ana" }] };
    expect(changedFields(same, stored)).toEqual({});
    expect(changedFields({ ...same, images: [] }, stored)).toEqual({ images: [] });
    expect(changedFields({ team: [{ title: "Ana" }] }, stored)).toEqual({
      team: [{ title: "Ana" }],
    });
    expect(changedFields({ logo: null, stock: undefined }, { stock: 3 })).toEqual({});
  });

  test("are those of which a part was removed, apart from the specs", () => {
    const stored = {
      food: { origin: "Brasil", portion: 100 },
      specs: { unit: "caixa", rating: 4 },
    };
    expect(changedFields({ food: { portion: 100 }, specs: { unit: "caixa" } }, stored)).toEqual({
      food: { portion: 100 },
    });
    expect(haveSameFields(["food"], { food: {} }, stored)).toBe(false);
  });
});
