import { expect, test } from "vitest";
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatTime,
} from "./dates.ts";

test("instants are shown in São Paulo's time zone", () => {
  const instant = "2026-08-01T02:30:07.567Z";
  expect(formatDate(instant)).toBe("31/07/2026");
  expect(formatTime(instant)).toBe("23:30");
  expect(formatDateTime(instant)).toBe("31/07/2026, 23:30");
  expect(formatDateTimeSeconds(instant)).toBe("31/07/2026 23:30:07");
});

test("an age is given in the largest unit, and as a date after a week", () => {
  const now = Date.parse("2026-08-03T12:00:00Z");
  const ages = [
    "2026-08-03T11:59:30Z",
    "2026-08-03T11:48:00Z",
    "2026-08-03T09:00:00Z",
    "2026-08-02T11:00:00Z",
    "2026-07-30T11:00:00Z",
    "2026-07-20T12:00:00Z",
  ].map((instant) => formatAge(instant, now));
  expect(ages).toEqual(["agora", "há 12 min", "há 3 h", "há 1 dia", "há 4 dias", "20/07/2026"]);
});
