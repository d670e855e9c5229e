/** Wednesdays and Fridays, until the day before at 18h; the customer of the tests lives in it. */
export const southZone = {
  name: "Zona Sul",
  cep_ranges: [{ from: "01310-000", until: "01310-999" }],
  fee: 8,
  minimum_order: 20,
  free_delivery_minimum: 200,
  weekdays: [2, 4],
  shifts: [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 3 }],
  cutoff_days: 1,
  cutoff_time: "18:00",
};
export const morning = "Manhã, 8h às 12h";
/** The morning of a Wednesday. */
export const wednesday = { delivery_date: "2026-11-25", delivery_shift: morning };
