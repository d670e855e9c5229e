import { expect, test } from "vitest";
import { nationalDigits, phoneKey, phoneLinks, whatsappLink } from "./phone-numbers.ts";

/** A person's mobile number as people write it; the last four without the ninth digit. */
const forms = [
  "(11) 98765-4321",
  "11987654321",
  "+55 11 98765-4321",
  "5511987654321",
  "0055 11 98765 4321",
  "011 98765-4321",
  "015 11 98765-4321",
  "(0xx11) 98765-4321",
  "+55 (0) 11 98765-4321",
  "+55 015 11 98765-4321",
  "11 8765-4321",
  "55 11 8765-4321",
  "0 21 11 8765-4321",
  "+55 11 8765.4321",
];

test.each(forms)("%s is the same person", (form) => {
  expect(phoneKey(form)).toBe("1187654321");
});

test.each([
  ["another area", "(21) 98765-4321", "2187654321"],
  ["the area 55", "55 98765-4321", "5587654321"],
  ["the area 55 with its country", "+55 55 98765-4321", "5587654321"],
  ["a fixed number", "(11) 4000-0000", "1140000000"],
  ["0800", "0800 123 4567", "08001234567"],
  ["a number without area", "98765-4321", "987654321"],
  ["another country", "+351 912 345 678", "351912345678"],
  ["nothing", "", ""],
])("%s is not: %s", (_title, form, key) => {
  expect(phoneKey(form)).toBe(key);
});

test.each(forms.slice(0, 10))("%s in the settings becomes a chat that WhatsApp opens", (form) => {
  expect(nationalDigits(form)).toBe("11987654321");
  expect(whatsappLink(form)).toBe("https://wa.me/5511987654321");
  expect(phoneLinks(form)).toEqual([{ text: form, href: "tel:+5511987654321" }]);
});
