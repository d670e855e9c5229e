/** One thing measured at growing sizes. */
export type Series = {
  name: string;
  unit: string;
  /** How the ideal grows: not at all, in step with the size (all of it is read), or against it (it shares the work). */
  ideal: keyof typeof ideals;
  points: { size: number; value: number }[];
  /** What to do once it is too slow. */
  next: string;
};

const ideals = {
  flat: { words: "flat", cost: (value: number) => value },
  proportional: {
    words: "in step with the size",
    cost: (value: number, size: number) => value / size,
  },
  shared: {
    words: "faster in step with the size",
    cost: (value: number, size: number) => value * size,
  },
};
const bar = 40;
/** A cost this many times the minimum of the smaller sizes is no longer flat. */
const noticeable = 1.5;

/** The series as a table, then as bars on a logarithmic scale, then where each stops being flat. */
export function printSeries(title: string, sizeName: string, all: Series[]): void {
  console.log(`\n${title}\n`);
  const sizes = all[0]?.points.map(({ size }) => size) ?? [];
  console.log(`${sizeName.padEnd(36)}${sizes.map((size) => column(format(size))).join("")}`);
  for (const { name, unit, points } of all) {
    const values = points.map(({ value }) => column(`${format(value)} ${unit}`)).join("");
    console.log(`${name.padEnd(36)}${values}`);
  }
  const max = Math.max(...all.flatMap(({ points }) => points.map(({ value }) => value)));
  for (const series of all) {
    console.log(`\n${series.name}`);
    for (const { size, value } of series.points) {
      console.log(
        `${format(size).padStart(12)} ${drawBar(value, max)} ${format(value)} ${series.unit}`,
      );
    }
    console.log(`${" ".repeat(13)}${describeKnee(series)}`);
  }
}

function describeKnee({ points, ideal, next }: Series): string {
  const { words, cost } = ideals[ideal];
  const costs = points.map(({ size, value }) => cost(value, size));
  const knee = points.find((_, index) => {
    const min = Math.min(...costs.slice(0, index + 1));
    return (costs[index] ?? 0) > min * noticeable;
  });
  if (!knee) return `stays ${words} as far as measured. Beyond: ${next}`;
  return `is no longer ${words} at ${format(knee.size)}. Next step: ${next}`;
}

function drawBar(value: number, max: number): string {
  const share = Math.log10(1 + value) / Math.log10(1 + max);
  return "█".repeat(Math.max(1, Math.round(share * bar))).padEnd(bar);
}

function column(text: string): string {
  return text.padStart(16);
}

function format(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString("en", {
    maximumFractionDigits: Number.isInteger(value) ? 0 : digits,
  });
}
