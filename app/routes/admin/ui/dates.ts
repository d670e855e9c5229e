/** ISO 8601 instants as Brazilian clocks in São Paulo show them. */

const timeZone = "America/Sao_Paulo";
const dateFormat = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone });
const timeFormat = new Intl.DateTimeFormat("pt-BR", { timeStyle: "short", timeZone });
const secondsFormat = new Intl.DateTimeFormat("pt-BR", { timeStyle: "medium", timeZone });

/** '03/08/2026' */
export function formatDate(instant: string): string {
  const [day = "", month = "", year = ""] = dateFormat.format(new Date(instant)).split("/");
  return `${day}/${month}/${year.padStart(4, "20")}`;
}

/** '09:05' */
export function formatTime(instant: string): string {
  return timeFormat.format(new Date(instant));
}

/** '03/08/2026, 09:05' */
export function formatDateTime(instant: string): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`;
}

/** '03/08/2026 09:05:07' */
export function formatDateTimeSeconds(instant: string): string {
  return `${formatDate(instant)} ${secondsFormat.format(new Date(instant))}`;
}
