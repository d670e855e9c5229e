import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Schedule } from "#app/domain/company/schedule-schema.ts";
import {
  agreeOnDelivery,
  type DeliveryPlan,
  explainDay,
  findZone,
  listDates,
  listOverlaps,
  noOrders,
  offeredDates,
  planDelivery,
  termsOf,
  toOffer,
} from "./rules.ts";
import type { Zone } from "./schema.ts";
import { describeCutoff, describeOffer } from "./texts.ts";

const schedule = (changes: Partial<Schedule> = {}): Schedule => ({
  weekdays: [1, 3],
  shifts: [],
  cutoff_days: 1,
  cutoff_time: "18:00",
  ...changes,
});

const zone = (name: string, changes: Partial<Zone> = {}): Zone => ({
  id: name,
  name,
  position: 0,
  active: true,
  version: 1,
  cep_ranges: [],
  places: [],
  fee: 8,
  minimum_order: 60,
  free_delivery_minimum: 200,
  ...schedule(),
  ...changes,
});

const plan = (changes: Partial<DeliveryPlan> = {}): DeliveryPlan => ({
  zones: [],
  exceptions: [],
  pickup: null,
  outside_zones: "combinar",
  ...changes,
});

const none = () => 0;
/** A Tuesday; noon in São Paulo. */
const now = new Date("2026-11-24T15:00:00Z");

describe("the zone of an address", () => {
  const south = zone("Sul", { cep_ranges: [{ from: "04000000", until: "04999999" }] });
  const district = zone("Bairro", { places: [{ city: "São Paulo", neighborhood: "Sé" }] });
  const city = zone("Cidade", { places: [{ city: "São Paulo", neighborhood: "" }] });
  const zones = [city, district, south];

  test.each([
    [{ cep: "04500000", city: "São Paulo", neighborhood: "Sé" }, "Sul"],
    [{ cep: "04999999" }, "Sul"],
    [{ cep: "05000000", city: "SAO PAULO ", neighborhood: "se" }, "Bairro"],
    [{ cep: "05000000", city: "São Paulo", neighborhood: "Lapa" }, "Cidade"],
    [{ cep: "05000000", city: "São Paulo" }, "Cidade"],
    [{ cep: "05000000", neighborhood: "Sé" }, undefined],
    [{ cep: "05000000" }, undefined],
  ])("of %j is %s", (address, name) => {
    expect(findZone(zones, address)?.name).toBe(name);
  });

  const names = ["", "Sé", "Lapa", "Osasco"];
  const cep = fc
    .integer({ min: 0, max: 99 })
    .map((number) => `010000${`${number}`.padStart(2, "0")}`);
  const place = fc.record({
    city: fc.constantFrom("São Paulo", "Osasco"),
    neighborhood: fc.constantFrom(...names),
  });
  const matched = fc.record({
    cep_ranges: fc.array(
      fc.tuple(cep, cep).map(([a, b]) => (a < b ? { from: a, until: b } : { from: b, until: a })),
      { maxLength: 2 },
    ),
    places: fc.array(place, { maxLength: 3 }),
  });

  /** Scores every zone: a CEP counts more than a district, that more than a city, and then the position. */
  function bruteForce(
    all: Pick<Zone, "cep_ranges" | "places">[],
    at: { cep: string } & Zone["places"][number],
  ) {
    const scoreOf = ({ cep_ranges, places }: (typeof all)[number]) => {
      const isIn = cep_ranges.some(
        ({ from, until }) => Number(at.cep) >= Number(from) && Number(at.cep) <= Number(until),
      );
      const there = places.filter(({ city }) => city === at.city);
      const ofDistrict = there.some(
        ({ neighborhood }) => neighborhood !== "" && neighborhood === at.neighborhood,
      );
      const ofCity = there.some(({ neighborhood }) => neighborhood === "");
      return [isIn, ofDistrict, ofCity].indexOf(true);
    };
    const scores = all.map(scoreOf);
    return [0, 1, 2].map((score) => scores.indexOf(score)).find((index) => index >= 0) ?? -1;
  }

  test("is that of a search through all zones", () => {
    fc.assert(
      fc.property(fc.array(matched, { maxLength: 6 }), cep, place, (all, code, at) => {
        const found = findZone(all, { cep: code, ...at });
        expect(found ? all.indexOf(found) : -1).toBe(bruteForce(all, { cep: code, ...at }));
      }),
    );
  });

  test("two zones overlap if one address matches both in the same way", () => {
    fc.assert(
      fc.property(matched, matched, cep, (one, other, code) => {
        const isIn = ({ cep_ranges }: typeof one) =>
          cep_ranges.some(({ from, until }) => from <= code && code <= until);
        const overlaps = listOverlaps([
          { name: "a", ...one },
          { name: "b", ...other },
        ]);
        const ranges = overlaps.map(({ shared }) => shared.replaceAll("-", "").split(" a "));
        const isShared = ranges.some(([from = "", until = ""]) => from <= code && code <= until);
        if (isIn(one) && isIn(other)) expect(isShared).toBe(true);
        if (one.cep_ranges.length + one.places.length === 0) expect(overlaps).toEqual([]);
      }),
    );
    const shared = listOverlaps([
      south,
      zone("Ipiranga", { cep_ranges: [{ from: "04200000", until: "05000000" }] }),
    ]);
    expect(shared).toMatchObject([
      { later: { name: "Ipiranga" }, shared: "04200-000 a 04999-999" },
    ]);
  });
});

describe("the dates", () => {
  test("end with the cut-off and leave full shifts out", () => {
    const shifts = [
      { name: "Manhã", from: "08:00", until: "12:00", capacity: 2 },
      { name: "Tarde", from: "13:30", until: "18:00", capacity: null },
    ];
    const count = (date: string, shift: string) =>
      date === "2026-11-26" && shift === "Manhã" ? 2 : 1;
    const [first, second] = listDates(schedule({ shifts }), { exceptions: [], now, count });
    // Wednesday was to be ordered until Monday 18h... one day before is today, noon.
    expect(first).toEqual({
      date: "2026-11-26",
      order_until: { date: "2026-11-25", time: "18:00" },
      shifts: ["Tarde, 13h30 às 18h"],
    });
    expect(second?.shifts).toEqual(["Manhã, 8h às 12h", "Tarde, 13h30 às 18h"]);
  });

  test("of a day whose shifts are all full are none", () => {
    const shifts = [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 1 }];
    expect(listDates(schedule({ shifts }), { exceptions: [], now, count: () => 1 })).toEqual([]);
  });

  test.each([
    ["2026-11-25T20:59:59Z", "2026-11-26"],
    ["2026-11-25T21:00:00Z", "2026-12-01"],
  ])("at %s begin with %s", (instant, date) => {
    const options = { exceptions: [], now: new Date(instant), count: none };
    expect(listDates(schedule(), options)[0]?.date).toBe(date);
  });

  /** A calendar that counts days one by one, with the rule of leap years. */
  function naiveCalendar(from: number, until: number) {
    const two = (value: number) => String(value).padStart(2, "0");
    const years = Array.from({ length: until - 1999 }, (_, index) => 2000 + index);
    const all = years.flatMap((year) => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
      const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
      return lengths.flatMap((length, month) =>
        Array.from({ length }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
      );
    });
    // 2000-01-01 was a Saturday.
    const days = all.map((date, index) => ({ date, weekday: (index + 5) % 7 }));
    return days.filter(({ date }) => date >= String(from));
  }

  test("over ten years are those of a naive calendar, with leap days and exceptions", () => {
    const calendar = naiveCalendar(2024, 2034);
    const index = fc.integer({ min: 30, max: calendar.length - 70 });
    const exception = fc.tuple(
      fc.integer({ min: 0, max: 30 }),
      fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
    );
    const options = fc.record({
      index,
      minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 }),
      cutoff_days: fc.integer({ min: 0, max: 28 }),
      cutoff: fc.integer({ min: 0, max: 23 }),
      moves: fc.uniqueArray(exception, { maxLength: 5, selector: ([day]) => day }),
    });
    const dateAt = (at: number) => calendar[at]?.date ?? "";
    fc.assert(
      fc.property(options, (one) => {
        const today = one.index;
        const instant = new Date(Date.parse(`${dateAt(today)}T03:00:00Z`) + one.minute * 60_000);
        const moves = one.moves.filter(([day, to]) => day !== to);
        const exceptions = moves.map(([day, to]) => ({
          date: dateAt(today + day),
          moved_to: to === null ? null : dateAt(today + to),
        }));
        const expected: string[] = [];
        for (let at = today; at <= today + 28; at += 1) {
          const days = [
            at,
            ...moves.flatMap(([day, to]) => (to === at - today ? [today + day] : [])),
          ];
          const isDay = days.some((day) => one.weekdays.includes(calendar[day]?.weekday ?? -1));
          const isClosed = moves.some(([day]) => today + day === at);
          const minutesLeft =
            (at - one.cutoff_days - today) * 24 * 60 + one.cutoff * 60 - one.minute;
          if (isDay && !isClosed && minutesLeft > 0) expected.push(dateAt(at));
        }
        const cutoff_time = `${String(one.cutoff).padStart(2, "0")}:00`;
        const { weekdays, cutoff_days } = one;
        const given = schedule({ weekdays, cutoff_days, cutoff_time });
        const dates = listDates(given, { exceptions, now: instant, count: none });
        expect(dates.map(({ date }) => date)).toEqual(expected);
        const offer = toOffer(
          planDelivery(plan({ pickup: given, exceptions }), { cep: "" }, instant, noOrders),
        );
        expect(offer.pickup?.map(({ date }) => date)).toEqual(expected.slice(0, offeredDates));
      }),
    );
  });

  test.each(["2028-02-28", "2028-02-29", "2028-03-01", "2027-02-28", "2027-12-31"])(
    "from %s on go on with the next day",
    (date) => {
      const every = schedule({ weekdays: [0, 1, 2, 3, 4, 5, 6], cutoff_days: 0 });
      const dates = listDates(every, {
        exceptions: [],
        now: new Date(`${date}T12:00:00Z`),
        count: none,
      });
      expect(dates).toHaveLength(29);
      const calendar = naiveCalendar(2027, 2028).map((one) => one.date);
      const start = calendar.indexOf(date);
      const known = calendar.slice(start, start + 29);
      expect(dates.slice(0, known.length).map((one) => one.date)).toEqual(known);
    },
  );
});

describe("the delivery of an order", () => {
  const south = zone("Sul", {
    cep_ranges: [{ from: "04000000", until: "04999999" }],
    shifts: [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 5 }],
  });
  const inZone = planDelivery(plan({ zones: [south] }), { cep: "04000000" }, now, noOrders);
  const morning = { delivery_date: "2026-11-26", delivery_shift: "Manhã, 8h às 12h" };

  test("without any field is agreed on later, in its zone", () => {
    expect(agreeOnDelivery({}, inZone, 8)).toMatchObject({
      delivery_kind: "entrega",
      delivery_date: null,
    });
    const without = planDelivery(plan(), { cep: "04000000" }, now, noOrders);
    expect(agreeOnDelivery({}, without, 8)).toEqual({
      delivery_kind: null,
      delivery_date: null,
      delivery_shift: null,
      delivery_zone: null,
      delivery_zone_id: null,
    });
  });

  test("has the chosen date and shift", () => {
    const seen = { delivery_zone: "Sul", delivery_fee: 8 };
    expect(agreeOnDelivery({ ...morning, ...seen }, inZone, 8)).toEqual({
      delivery_kind: "entrega",
      delivery_date: "2026-11-26",
      delivery_shift: "Manhã, 8h às 12h",
      delivery_zone: "Sul",
      delivery_zone_id: "Sul",
    });
  });

  test.each([
    ["a date that has passed", { ...morning, delivery_date: "2026-11-19" }],
    ["a date that is not offered", { ...morning, delivery_date: "2026-11-27" }],
    ["a date without a shift", { delivery_date: "2026-11-26" }],
    ["an unknown shift", { ...morning, delivery_shift: "Noite, 18h às 20h" }],
    ["another zone", { ...morning, delivery_zone: "Norte" }],
    ["another fee", { ...morning, delivery_fee: 7 }],
    ["a pick-up that is not offered", { delivery_kind: "retirada" as const }],
  ])("with %s has changed", (_, request) => {
    expect(agreeOnDelivery(request, inZone, 8)).toBe("changed");
  });

  test("made offline takes the next date instead", () => {
    const request = { delivery_flexible: true, delivery_date: "2026-11-19", delivery_fee: 7 };
    expect(agreeOnDelivery(request, inZone, 8)).toMatchObject({
      delivery_date: "2026-11-26",
      delivery_shift: "Manhã, 8h às 12h",
    });
    const outside = planDelivery(plan(), { cep: "04000000" }, now, noOrders);
    expect(agreeOnDelivery(request, outside, 8)).toMatchObject({ delivery_date: null });
  });

  test("outside of the zones is rejected where the shop says so, but not a pick-up", () => {
    const strict = plan({ zones: [south], outside_zones: "recusar", pickup: schedule() });
    const outside = planDelivery(strict, { cep: "90000000" }, now, noOrders);
    expect(agreeOnDelivery({}, outside, 8)).toBe("outside");
    expect(agreeOnDelivery({ delivery_kind: "retirada" }, outside, 0)).toMatchObject({
      delivery_kind: "retirada",
      delivery_zone: null,
    });
  });

  test("costs what its zone costs, and nothing when it is picked up", () => {
    const flat = { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 300 };
    expect(termsOf(flat, null)).toEqual(flat);
    expect(termsOf(flat, south)).toEqual({
      delivery_fee: 8,
      minimum_order: 60,
      free_delivery_minimum: 200,
    });
    expect(termsOf(flat, south, "retirada")).toMatchObject({ delivery_fee: 0, minimum_order: 50 });
  });
});

describe("a day that the seller agrees on", () => {
  const shifts = [
    { name: "Manhã", from: "08:00", until: "12:00", capacity: 2 },
    { name: "Tarde", from: "13:00", until: "18:00", capacity: null },
  ];
  const south = zone("Zona Sul", { places: [{ city: "São Paulo", neighborhood: "" }], shifts });
  const closed = { date: "2026-12-03", moved_to: null };
  const own = plan({ zones: [south], exceptions: [closed], pickup: schedule({ weekdays: [2] }) });
  const address = { cep: "01310100", city: "São Paulo", neighborhood: "Bela Vista" };
  const twoInTheMorning = () => (_: string, shift: string) => (shift === "Manhã" ? 2 : 0);

  test.each([
    ["is offered", { date: "2026-11-26", shift: "Tarde, 13h às 18h" }, undefined],
    ["is offered without a shift", { date: "2026-11-26" }, undefined],
    ["is far away", { date: "2027-01-26", shift: "Tarde" }, undefined],
    ["is over", { date: "2026-11-23" }, "Este dia já passou."],
    ["is no day of the zone", { date: "2026-11-29" }, "Domingo não é dia de entrega em Zona Sul."],
    ["is closed", { date: "2026-12-03" }, "Neste dia a loja não entrega: está nas exceções."],
    [
      "has a full shift",
      { date: "2026-11-26", shift: "Manhã, 8h às 12h" },
      "O turno Manhã está lotado neste dia.",
    ],
    [
      "has another shift",
      { date: "2026-11-26", shift: "Noite" },
      "O turno Noite não existe na entrega em Zona Sul.",
    ],
    ["is past its time", { date: "2026-11-24" }, "O prazo para este dia era até 23/11, 18h."],
    [
      "is no day of the pick-up",
      { kind: "retirada", date: "2026-11-26" },
      "Quinta não é dia de retirada.",
    ],
  ] as const)("%s", (_, day, doubt) => {
    expect(explainDay(own, address, { kind: "entrega", ...day }, now, twoInTheMorning)).toBe(doubt);
  });

  test("after the cut-off, with the moment until which it was possible", () => {
    const evening = new Date("2026-11-25T21:30:00Z");
    const day = { kind: "entrega", date: "2026-11-26" } as const;
    expect(explainDay(own, address, day, evening, noOrders)).toBe(
      "O prazo para este dia era até 25/11, 18h.",
    );
    expect(explainDay(plan(), address, day, evening, noOrders)).toBeUndefined();
    const strict = plan({ zones: [zone("Norte")], outside_zones: "recusar" });
    expect(explainDay(strict, address, day, now, noOrders)).toBe(
      "Este endereço está fora das zonas de entrega.",
    );
  });
});

test.each([
  [{}, "pedidos até 18h do dia anterior"],
  [{ cutoff_days: 0, cutoff_time: "09:30" }, "pedidos até 9h30 do mesmo dia"],
  [{ cutoff_days: 3 }, "pedidos até 18h, 3 dias antes"],
  [{ weekdays: [] }, "dia a combinar"],
])("a schedule with %o takes %s", (changes, text) => {
  expect(describeCutoff(schedule(changes))).toBe(text);
});

test("a fee in the line of a zone never wraps between 'R$' and the number", () => {
  const ranges = { cep_ranges: [{ from: "01000000", until: "01999999" }] };
  const zones = [zone("Zona Sul", ranges)];
  const offer = toOffer(planDelivery(plan({ zones }), { cep: "01310100" }, now, noOrders));
  expect(describeOffer(offer, now)).toContain("Zona Sul · entrega R$\u00a08,00 · Peça até");
});
