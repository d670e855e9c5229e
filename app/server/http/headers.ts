export type HeaderLine = [name: string, value: string];

/** The lines of a Headers, `Set-Cookie` one by one, names in their usual spelling. */
export function linesOf(headers: Headers): HeaderLine[] {
  return [...headers].map(([name, value]) => [capitalize(name), value]);
}

/** Lines with further ones for the names that are missing. */
export function complete(lines: HeaderLine[], defaults: HeaderLine[]): HeaderLine[] {
  const present = new Set(lines.map(([name]) => name.toLowerCase()));
  return [...lines, ...defaults.filter(([name]) => !present.has(name.toLowerCase()))];
}

function capitalize(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
