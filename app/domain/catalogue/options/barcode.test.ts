import { expect, test } from "vitest";
import { createBarcode } from "./barcode.server.ts";

test("codes of each length have their modules, and a wrong check digit has none", () => {
  expect(createBarcode("7891000315507")).toMatchObject({ digits: "7891000315507", width: 95 });
  expect(createBarcode("96385074")?.width).toBe(67);
  expect(createBarcode("012345678905")?.width).toBe(95);
  expect(createBarcode("17891000315504")?.width).toBeGreaterThan(100);
  expect(createBarcode("7891000315508")).toBeUndefined();
  expect(createBarcode("123")).toBeUndefined();
  // The guards of EAN-13 at both ends: bar, space, bar.
  expect(createBarcode("7891000315507")?.path).toMatch(
    /^M0 0h1v1h-1zM2 0h1v1h-1z.*M92 0h1v1h-1zM94 0h1v1h-1z$/,
  );
});
