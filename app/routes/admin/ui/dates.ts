const format = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** '03/08/2026, 09:00' of an ISO 8601 instant. */
export function showInstant(instant: string): string {
  return format.format(new Date(instant));
}
