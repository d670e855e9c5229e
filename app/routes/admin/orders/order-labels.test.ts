import { expect, test } from "vitest";
import { shortId, showCep, showDate, showPhone, showTime } from "./order-labels.tsx";

test("an order goes by the last eight characters of its id", () => {
  expect(shortId("7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55")).toBe("#1c9d3e55");
});

test("an instant is told in São Paulo's day and hour", () => {
  expect(showDate("2026-08-01T02:30:00.000Z")).toBe("31/07/2026");
  expect(showTime("2026-08-01T02:30:00.000Z")).toBe("23:30");
});

test("phones and CEPs are written as Brazilians write them, unusual ones left alone", () => {
  expect(showPhone("11987654321")).toBe("(11) 98765-4321");
  expect(showPhone("1132654321")).toBe("(11) 3265-4321");
  expect(showPhone("5511987654321")).toBe("5511987654321");
  expect(showCep("01310100")).toBe("01310-100");
});
