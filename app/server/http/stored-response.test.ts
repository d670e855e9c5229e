import { expect, test } from "vitest";
import { chooseEncoding } from "./stored-response.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["br ; q=0.0, gzip;q=0", "identity"],
  ["BR", "br"],
  ["*", "identity"],
  ["brotli, x-gzip", "identity"],
])("Accept-Encoding %j gets %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
