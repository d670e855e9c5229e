import { expect, test } from "vitest";
import { settingsChangesSchema } from "#app/domain/company/schema.ts";
import { newCustomerSchema } from "#app/domain/customers/schema.ts";
import { checkoutSchema } from "#app/domain/orders/checkout-schema.ts";

/** Phones as chats and contact lists copy them. */
const copiedPhones: [title: string, phone: string][] = [
  ["a hyphen that does not break", "(11) 98765\u20114321"],
  ["an en dash", "11 98765\u20134321"],
  ["a minus", "11 98765\u22124321"],
  ["bidirectional marks", "\u202A(11) 98765-4321\u202C"],
  ["isolates", "\u2066(11) 98765-4321\u2069"],
  ["a space of no width", "11\u200B98765\u200B4321"],
  ["a joiner and a byte order mark", "\uFEFF11 98765\u200D4321"],
  ["a soft hyphen", "(11) 98765\u00AD4321"],
  ["spaces that do not break", "(11)\u00A098765\u202F4321"],
];

test.each(copiedPhones)("a phone with %s is stored by site, back office and API", (_, phone) => {
  expect(checkoutSchema.shape.phone.parse(phone)).toBe("11987654321");
  expect(newCustomerSchema.shape.phone.parse(phone)).toBe("11987654321");
  const { phone: shown, whatsapp } = settingsChangesSchema.parse({
    version: 1,
    phone,
    whatsapp: phone,
  });
  for (const text of [shown, whatsapp]) expect(text).toMatch(/^\(?11\)? ?98765[- ]?4321$/);
});

test("documents and CEPs are cleaned alike", () => {
  expect(checkoutSchema.shape.zipCode.parse("\u202A01310\u2011100\u202C")).toBe("01310100");
  expect(checkoutSchema.shape.document.parse("529.982.247\u201125\u200B")).toBe("529.982.247-25");
  expect(newCustomerSchema.shape.document.parse("\u202A529.982.247\u201025")).toBe("52998224725");
});
