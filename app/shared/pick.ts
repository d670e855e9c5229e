/** A row with these of its columns only; one that it does not have stays absent. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  const entries = names.filter((name) => name in row).map((name) => [name, row[name]]);
  return Object.fromEntries(entries) as Pick<Row, Name>;
}
