/** A figure, with its maximum or minimum where there is a target. */
export type Row = { name: string; value: number; unit: string; max?: number; min?: number };

/** Prints one line per figure; returns whether every target is met. */
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

function isMet({ value, max = Number.POSITIVE_INFINITY, min = 0 }: Row): boolean {
  return value <= max && value >= min;
}

function describeTarget({ max, min }: Row, met: boolean): string {
  if (max === undefined && min === undefined) return "";
  const bound = max === undefined ? `at least ${min}` : `at most ${max}`;
  return `   (target: ${bound}${met ? "" : ", MISSED"})`;
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** The percentile of `values`; `share` from 0 to 1. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

/** The percentile of a histogram, whose index is the value and whose entry is the count. */
export function histogramPercentile(histogram: number[], share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return histogram.findIndex((count) => {
    seen += count;
    return seen >= all * share;
  });
}
