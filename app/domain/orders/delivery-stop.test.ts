import { expect, test } from "vitest";
import { deliveryPlace } from "./delivery-place.ts";

const cliente_info = { zipCode: "01310100", number: "1000", complement: "Apto 1" };
const placeOf = (changes: object, delivery_kind: "entrega" | "retirada" | null = "entrega") =>
  deliveryPlace({ delivery_kind, cliente_info: { ...cliente_info, ...changes } as never });

test("case and spaces do not make another place, the number and the complement do", () => {
  expect(placeOf({ complement: " apto 1 " })).toBe(placeOf({}));
  expect(placeOf({ number: "1001" })).not.toBe(placeOf({}));
  expect(placeOf({ complement: undefined })).not.toBe(placeOf({}));
  expect(placeOf({ number: "1001" }, "retirada")).toBe(placeOf({}, "retirada"));
});
