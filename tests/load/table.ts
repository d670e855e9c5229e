import { cpus, loadavg, totalmem } from "node:os";

/** A figure, with its maximum or minimum where there is a target. Those of one name are columns of one line. */
export type Row = {
  name: string;
  value: number;
  unit: string;
  column?: string | undefined;
  max?: number | undefined;
  min?: number | undefined;
};

/** Describes machine and time of a measurement in one line; a load near the number of processors spoils every figure. */
export function describeMachine(): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${new Date().toISOString()}, Node ${process.version}, ${machine}, load ${loadavg()[0]?.toFixed(1)}`;
}

/** Prints one line per name; returns whether every target is met. */
export function printTable(rows: Row[]): boolean {
  for (const name of new Set(rows.map((row) => row.name))) {
    printLine(
      name,
      rows.filter((row) => row.name === name),
    );
  }
  const missed = rows.filter((row) => !isMet(row)).length;
  console.log(missed === 0 ? "\nall targets met" : `\n${missed} target(s) missed`);
  return missed === 0;
}

function printLine(name: string, rows: Row[]): void {
  const figures = rows.map((row) =>
    [row.column, `${format(row.value)} ${row.unit}`.trimEnd(), describeTarget(row)]
      .filter(Boolean)
      .join(" "),
  );
  console.log(`${name.padEnd(42)} ${figures.join("   ")}`);
}

function isMet({ value, max = Number.POSITIVE_INFINITY, min = 0 }: Row): boolean {
  return value <= max && value >= min;
}

function describeTarget(row: Row): string {
  const { max, min } = row;
  if (max === undefined && min === undefined) return "";
  const bound = max === undefined ? `at least ${format(min ?? 0)}` : `at most ${format(max)}`;
  return `(target: ${bound}${isMet(row) ? "" : ", MISSED"})`;
}

function format(value: number): string {
  const maximumFractionDigits = Math.abs(value) < 10 ? 2 : 1;
  return value.toLocaleString("en-US", { maximumFractionDigits });
}

/** The percentile of `values`; `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
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
