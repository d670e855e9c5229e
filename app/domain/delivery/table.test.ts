import { describe, expect, it } from "vitest";
import { rejectionOf } from "#tests/support/rejection.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { deliveryExceptions, deliveryZones } from "./table.ts";

const { database } = await openTestDatabase();

describe("a delivery zone", () => {
  const zone = { name: "Sul", position: 0 };
  it.each([
    ["no name", { name: "" }, "delivery_zones_name_check"],
    ["a negative position", { position: -1 }, "delivery_zones_position_check"],
    ["a negative fee", { fee: -1 }, "delivery_zones_amounts_check"],
    ["a fee that is not a number", { fee: "NaN" }, "delivery_zones_amounts_check"],
    ["an eighth weekday", { weekdays: [7] }, "delivery_zones_lists_check"],
    ["half a weekday", { weekdays: [0.5] }, "delivery_zones_lists_check"],
    ["shifts that are no list", { shifts: {} }, "delivery_zones_lists_check"],
    ["a cut-off after 29 days", { cutoff_days: 29 }, "delivery_zones_cutoff_days_check"],
    ["a cut-off at 24:00", { cutoff_time: "24:00" }, "delivery_zones_cutoff_time_check"],
  ])("with %s is rejected", async (_, changes, constraint) => {
    expect(
      await rejectionOf(database.insert(deliveryZones).values({ ...zone, ...changes } as never)),
    ).toContain(constraint);
  });

  it.each([
    ["moved to itself", { moved_to: "2026-12-25" }, "delivery_exceptions_moved_to_check"],
    ["with a note of 201 letters", { note: "a".repeat(201) }, "delivery_exceptions_note_check"],
  ])("has no exception %s", async (_, changes, constraint) => {
    const row = { date: "2026-12-25", ...changes };
    expect(await rejectionOf(database.insert(deliveryExceptions).values(row))).toContain(
      constraint,
    );
  });

  it("has one exception of a day", async () => {
    const row = { date: "2026-12-25" };
    await database.insert(deliveryExceptions).values(row);
    expect(await rejectionOf(database.insert(deliveryExceptions).values(row))).toContain(
      "delivery_exceptions_date_key",
    );
  });
});
