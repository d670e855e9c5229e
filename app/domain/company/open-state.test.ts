import { describe, expect, test } from "vitest";
import type { OpeningHours } from "./company-schema.ts";
import { comingHolidays, openState } from "./open-state.ts";

/** A moment on São Paulo's clocks (UTC−3). 3 August 2026 is a Monday. */
const at = (date: string, time: string) => new Date(`${date}T${time}:00-03:00`);
const workday = { opens: "08:00", closes: "18:00" };
const usualHours: OpeningHours = {
  week: [workday, workday, workday, workday, workday, { opens: "08:00", closes: "12:00" }, null],
  holidays: [],
};

const textAt = (date: string, time: string, hours = usualHours) =>
  openState(hours, at(date, time)).text;

describe("whether the shop is open", () => {
  test("is known at the opening and the closing minute", () => {
    expect(textAt("2026-08-03", "07:59")).toBe("Fechado agora · abre hoje às 8h");
    expect(textAt("2026-08-03", "08:00")).toBe("Aberto agora · fecha às 18h");
    expect(textAt("2026-08-03", "17:59")).toBe("Aberto agora · fecha às 18h");
    expect(textAt("2026-08-03", "18:00")).toBe("Fechado agora · abre amanhã às 8h");
  });

  test("skips closed days", () => {
    expect(textAt("2026-08-08", "12:00")).toBe("Fechado agora · abre segunda às 8h");
  });

  test("uses São Paulo's clock, wherever the visitor is", () => {
    expect(openState(usualHours, new Date("2026-08-04T00:30:00Z")).isOpen).toBe(false);
    expect(openState(usualHours, new Date("2026-08-03T20:30:00Z")).isOpen).toBe(true);
  });

  test("follows a holiday's own hours", () => {
    const holidays = [
      { date: "2026-12-24", name: "Véspera", hours: { opens: "08:30", closes: "12:00" } },
      { date: "2026-12-25", name: "Natal", hours: null },
    ];
    const hours = { ...usualHours, holidays };
    expect(textAt("2026-12-24", "11:00", hours)).toBe("Aberto agora · fecha às 12h");
    expect(textAt("2026-12-25", "10:00", hours)).toBe("Fechado agora · abre amanhã às 8h");
    expect(comingHolidays(hours, at("2026-12-25", "10:00"))).toEqual([holidays[1]]);
  });

  test("says nothing about the next opening when there is none", () => {
    const closed = { week: Array(7).fill(null), holidays: [] };
    expect(textAt("2026-08-03", "10:00", closed)).toBe("Fechado agora");
  });
});
