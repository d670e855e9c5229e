import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readSpreadsheet } from "./spreadsheet.ts";

const writers = { xlsx: writeXlsx, ods: writeOds };

describe.each(Object.entries(writers))("a cell of an .%s file", (extension, write) => {
  test.each([
    [7_891_000_315_507, "7891000315507"],
    [17_891_000_315_504, "17891000315504"],
    [1_234_567_890_123_456, "1234567890123456"],
    [2 ** 64, "1.8446744073709552e+19"],
    [40, "40"],
    [12.9, "12,9"],
    [12.900000000000002, "12,9"],
    [0.1 + 0.2, "0,3"],
    [1094.55, "1094,55"],
    ["07891000315507", "07891000315507"],
    ["Cajá; maduro", "Cajá; maduro"],
  ])("%s is read as '%s'", async (value, text) => {
    const bytes = await write({ sheets: [{ name: "Preços", rows: [["Produto"], [value]] }] });
    const sheet = await readSpreadsheet(new File([Uint8Array.from(bytes)], `l.${extension}`));
    expect(await sheet?.text()).toBe(`"Produto"\r\n"${text}"\r\n`);
  });
});

test("a broken file is not read", async () => {
  expect(await readSpreadsheet(new File(["no zip"], "lista.ods"))).toBeUndefined();
  expect(await readSpreadsheet(new File(["no zip"], "lista.xlsx"))).toBeUndefined();
});
