import { expect, test } from "vitest";
import { formatDate, formatDateTime, formatDateTimeSeconds, formatTime } from "./dates.ts";

test("instants are shown in São Paulo's time zone", () => {
  const instant = "2026-08-01T02:30:07.567Z";
  expect(formatDate(instant)).toBe("31/07/2026");
  expect(formatTime(instant)).toBe("23:30");
  expect(formatDateTime(instant)).toBe("31/07/2026, 23:30");
  expect(formatDateTimeSeconds(instant)).toBe("31/07/2026 23:30:07");
});
