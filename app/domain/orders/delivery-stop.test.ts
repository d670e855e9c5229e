import { expect, test } from "vitest";
import { deliveryStop } from "./delivery-stop.ts";

const cliente_info = { zipCode: "01310100", number: "1000", complement: "Apto 1" };
const delivery = {
  delivery_kind: "entrega" as const,
  delivery_date: "2026-11-26",
  delivery_shift: "Manhã, 8h às 12h",
};
type Changes = Partial<Omit<Parameters<typeof deliveryStop>[0], "cliente_info">>;
const stopOf = (address: object, changes: Changes = {}) =>
  deliveryStop({
    ...delivery,
    ...changes,
    cliente_info: { ...cliente_info, ...address } as never,
  });

test("case and spaces do not make another stop, the number and the complement do", () => {
  expect(stopOf({ complement: " apto 1 " })).toBe(stopOf({}));
  expect(stopOf({ number: "1001" })).not.toBe(stopOf({}));
  expect(stopOf({ complement: undefined })).not.toBe(stopOf({}));
  const pickup = { delivery_kind: "retirada" as const };
  expect(stopOf({ number: "1001" }, pickup)).toBe(stopOf({}, pickup));
});

test("another day, another shift and a pick-up are other stops", () => {
  expect(stopOf({}, { delivery_date: "2026-11-27" })).not.toBe(stopOf({}));
  expect(stopOf({}, { delivery_shift: null })).not.toBe(stopOf({}));
  expect(stopOf({}, { delivery_kind: "retirada" })).not.toBe(stopOf({}));
});
