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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 'agora', 'há 12 min', 'há 3 h', 'há 2 dias'; after a week the date. */
export function formatAge(instant: string, now: number): string {
  const age = now - Date.parse(instant);
  if (age < minuteMs) return "agora";
  if (age < hourMs) return `há ${Math.floor(age / minuteMs)} min`;
  if (age < dayMs) return `há ${Math.floor(age / hourMs)} h`;
  const days = Math.floor(age / dayMs);
  if (days > 7) return formatDate(instant);
  return days === 1 ? "há 1 dia" : `há ${days} dias`;
}
