import { expect, test } from "vitest";
import {
  askDoubts,
  isWrongLine,
  type LineDraft,
  listSentChanges,
  readLine,
  restoredQuantity,
  toLineDraft,
} from "./line-draft.ts";
import type { SentItem } from "./lines.ts";

const fish: SentItem = { product_id: "fish", unit: "kg", quantity: 8 };
const ice: SentItem = { product_id: "ice", unit: "caixa", quantity: 2, price: 20, total: 40 };
const typed = (item: SentItem, changes: Partial<LineDraft<SentItem>>) => ({
  ...toLineDraft(item),
  ...changes,
});

test("a line that nothing was typed in is read as it is stored, with or without a price", () => {
  const weighed = { ...fish, weight: 1234.5, price: 30, total: 37_035 };
  for (const item of [fish, ice, weighed]) expect(readLine(toLineDraft(item))).toEqual(item);
  expect(listSentChanges([fish, ice, weighed].map(toLineDraft))).toEqual([]);
});

test("a weight changes the total, and only of a line that is sold by the kilo", () => {
  const priced = { ...fish, price: 30, total: 240 };
  expect(readLine(typed(priced, { weight: "7,5" }))).toMatchObject({ weight: 7.5, total: 225 });
  expect(readLine(typed(fish, { weight: "7,5" }))).toEqual({ ...fish, weight: 7.5 });
  expect(readLine(typed(ice, { weight: "7,5" }))).toEqual(ice);
});

test("a line that is not sent has no weight, and is sent again with the stored quantity", () => {
  const lines = [typed(fish, { quantity: "0", weight: "7,5" }), toLineDraft(ice)];
  expect(listSentChanges(lines)).toEqual([{ product_id: "fish", unit: "kg", quantity: 0 }]);
  expect([restoredQuantity(fish), restoredQuantity({ ...fish, quantity: 0 })]).toEqual(["8", "1"]);
});

test.each([
  [{ quantity: "muito" }, true],
  [{ weight: "pesado" }, true],
  [{ weight: "0" }, true],
  [{ price: "caro" }, true],
  [{ price: "19,90", quantity: "3", weight: "" }, false],
])("a line with %o is wrong: %s", (changes, isWrong) => {
  expect(isWrongLine(typed({ ...fish, price: 30 }, changes))).toBe(isWrong);
});

test("an unusual weight is asked about until it is confirmed", () => {
  const lines = [typed(fish, { weight: "81,2" }), toLineDraft(ice)];
  const asked = askDoubts(lines);
  expect(asked).toMatchObject([{ doubted: "81,2" }, {}]);
  expect(askDoubts([typed(fish, { weight: "81,2", confirmed: "81,2" })])).toBeUndefined();
});
