/** A figure, and the most or the least it may be where there is a target. */
export type Row = { name: string; value: number; unit: string; most?: number; least?: number };

/** Prints one line a figure; whether every target is met. */
export function printTable(rows: Row[]): boolean {
  let missed = 0;
  for (const row of rows) {
    const met = isMet(row);
    if (!met) missed += 1;
    const figure = `${format(row.value)} ${row.unit}`.trimEnd();
    console.log(`${row.name.padEnd(42)} ${figure}${describeTarget(row, met)}`);
  }
  console.log(missed === 0 ? "\nall targets met" : `\n${missed} target(s) missed`);
  return missed === 0;
}

function isMet({ value, most = Number.POSITIVE_INFINITY, least = 0 }: Row): boolean {
  return value <= most && value >= least;
}

function describeTarget({ most, least }: Row, met: boolean): string {
  if (most === undefined && least === undefined) return "";
  const bound = most === undefined ? `at least ${least}` : `at most ${most}`;
  return `   (target: ${bound}${met ? "" : ", MISSED"})`;
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The value below which `share` of the values lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** The same where `histogram[value]` says how many there are. */
export function histogramPercentile(histogram: number[], share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return histogram.findIndex((count) => {
    seen += count;
    return seen >= all * share;
  });
}
