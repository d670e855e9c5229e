import { describe, expect, test } from "vitest";
import type { Answer } from "#app/client/api-request.ts";
import { findChangeElsewhere, saveOnVersion } from "./conflict.tsx";

type Row = { version: number; title: string; stock: number; specs: { unit: string } };
type Change = Partial<Omit<Row, "version">>;

const row: Row = { version: 3, title: "Polpa de manga", stock: 5, specs: { unit: "caixa" } };
const form = { title: "Polpa de manga", stock: 5, specs: { unit: "caixa" } };

/** A shop that stores one row and rejects stale versions as the API does. */
function createShop(stored: Row) {
  const shop = { stored, requests: [] as Change[] };
  async function patch(change: Change & { version: number }): Promise<Answer<Row>> {
    shop.requests.push(change);
    if (change.version !== shop.stored.version) {
      const problem = { status: 409, type: "urn:pomar:stale-version", title: "" };
      return { ok: false, problem: { ...problem, current: shop.stored } };
    }
    shop.stored = { ...shop.stored, ...change, version: change.version + 1 };
    return { ok: true, data: shop.stored };
  }
  return { shop, patch };
}

function save(stored: Row, mine: Omit<Row, "version">, conflictScope: "form" | "edited") {
  const { shop, patch } = createShop(stored);
  const before = { version: row.version, values: row };
  const saving = saveOnVersion<Row, typeof mine>({
    mine,
    before,
    conflictScope,
    valuesOf: (current) => current,
    patch,
  });
  return saving.then((result) => ({ result, shop }));
}

describe("a save", () => {
  test("sends only the edited fields", async () => {
    const { result, shop } = await save(row, { ...form, specs: { unit: "kg" } }, "form");
    expect(result.kind).toBe("saved");
    expect(shop.requests).toEqual([{ specs: { unit: "kg" }, version: 3 }]);
  });

  test("is repeated on a newer version that changed none of the form's fields", async () => {
    const { result, shop } = await save({ ...row, version: 9 }, { ...form, stock: 7 }, "form");
    expect(result.kind).toBe("saved");
    expect(shop.stored).toMatchObject({ stock: 7, version: 10 });
  });

  test("is rejected on a newer version that has to be seen first", async () => {
    const { shop, patch } = createShop({ ...row, version: 9, title: "Manga" });
    const result = await saveOnVersion<Row, { stock: number }>({
      mine: { stock: 7 },
      before: { version: row.version, values: row },
      conflictScope: "edited",
      valuesOf: (current) => current,
      mustBeSeen: ({ title }) => title !== row.title,
      patch,
    });
    expect(result).toMatchObject({ kind: "rejected", problem: { status: 409 } });
    expect(shop.requests).toHaveLength(1);
  });

  test("conflicts with another change of the form's fields, or only of the edited ones", async () => {
    const stored = { ...row, version: 4, title: "Manga" };
    const mine = { ...form, stock: 7 };
    const strict = await save(stored, mine, "form");
    expect(strict.result).toEqual({ kind: "conflict", current: stored });
    expect(strict.shop.stored).toEqual(stored);
    const loose = await save(stored, mine, "edited");
    expect(loose.result.kind).toBe("saved");
    expect(loose.shop.stored).toMatchObject({ title: "Manga", stock: 7 });
  });

  test("succeeds when the same values were stored elsewhere", async () => {
    const { result } = await save({ ...row, version: 4, stock: 7 }, { ...form, stock: 7 }, "form");
    expect(result).toMatchObject({ kind: "saved", row: { version: 4, stock: 7 } });
  });

  test("starts at the newest version that is known", async () => {
    const { shop, patch } = createShop({ ...row, version: 8 });
    await saveOnVersion<Row, typeof form>({
      mine: { ...form, stock: 1 },
      before: { version: 3, values: row },
      newest: { version: 8, values: row },
      conflictScope: "edited",
      valuesOf: (current) => current,
      patch,
    });
    expect(shop.requests).toEqual([{ stock: 1, version: 8 }]);
  });
});

test("a newer row counts as changed elsewhere only in the form's fields", () => {
  const before = { version: 3, values: row };
  const listed = (values: Row) => ({ version: 4, values });
  const fields = Object.keys(form);
  expect(findChangeElsewhere(before, before, fields)).toBeUndefined();
  expect(findChangeElsewhere(before, listed({ ...row, version: 4 }), fields)).toBeUndefined();
  expect(findChangeElsewhere(before, listed({ ...row, stock: 0 }), fields)).toBe("changed");
  expect(findChangeElsewhere(before, undefined, fields)).toBe("deleted");
});
