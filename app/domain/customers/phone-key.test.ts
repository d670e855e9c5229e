import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { phoneKey } from "#app/shared/phone-numbers.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

test("the database and the code have the same key of each phone", async () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const number = fc
    .tuple(
      fc.constantFrom("", "+", "00", "0", "+55 ", "55", "0055", "015 ", "55 0", "+55 (0)"),
      fc.constantFrom("", "11", "(21) ", "55", "10"),
      fc.constantFrom("", "9", "9 "),
      fc.oneof(digits(4), digits(8), digits(9)),
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(number, fc.string()), { minLength: 50, maxLength: 50 }),
      async (typed) => {
        // PostgreSQL has no text with a NUL.
        const phones = typed.map((text) => text.replaceAll("\0", ""));
        const { rows } = await database.execute<{ key: string }>(
          sql`SELECT phone_key(phone) AS key FROM unnest(${sql.param(phones)}::text[]) WITH ORDINALITY AS list (phone, at) ORDER BY at`,
        );
        expect(rows.map(({ key }) => key)).toEqual(phones.map(phoneKey));
      },
    ),
  );
});
