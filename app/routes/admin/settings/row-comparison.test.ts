import { expect, test } from "vitest";
import { compareFields } from "./row-comparison.ts";

test("fields are compared one by one, also inside objects, the changed ones first", () => {
  const before = { id: 1, seo_default: { title: "A", author: "B" } };
  const after = { id: 1, seo_default: { title: "C", author: "B" } };
  expect(compareFields(before, after)).toEqual([
    { path: "seo_default.title", before: "A", after: "C", changed: true },
    { path: "id", before: 1, after: 1, changed: false },
    { path: "seo_default.author", before: "B", after: "B", changed: false },
  ]);
});

test("a created row has no old values", () => {
  expect(compareFields(null, { name: "Polpas" })).toEqual([
    { path: "name", before: undefined, after: "Polpas", changed: true },
  ]);
});

test("version and time of the change come last among the changed fields", () => {
  const before = { version: 1, updated_at: "2026-01-01T10:00:00+00:00", name: "Polpas" };
  const after = { version: 2, updated_at: "2026-01-02T10:00:00+00:00", name: "Polpa" };
  const paths = compareFields(before, after).map(({ path }) => path);
  expect(paths).toEqual(["name", "version", "updated_at"]);
});
