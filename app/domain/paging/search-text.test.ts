import { expect, test } from "vitest";
import { joinNumbers } from "./search-text.ts";

test.each([
  ["(11) 98765-4321", "11987654321"],
  ["+55 (11) 98765-4321", "11987654321"],
  ["Ana 11 98765 4321", "Ana 11987654321"],
  ["\u202A11 98765\u20114321\u202C", "11987654321"],
  ["529.982.247-25", "52998224725"],
  ["11.222.333/0001-81", "11222333000181"],
  ["1042", "1042"],
  ["#1042 ana", "#1042 ana"],
  ["polpa 100 g", "polpa 100 g"],
])("'%s' is searched as '%s'", (typed, text) => {
  expect(joinNumbers(typed)).toBe(text);
});
