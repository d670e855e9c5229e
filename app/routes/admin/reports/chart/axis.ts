/** The rounded steps between two values of an axis, each times a power of ten. */
const roundSteps = [1, 2, 2.5, 5];

/** The three or four round values of an axis from 0 to `highest` or a little more, at least 1: 640 → 0, 250, 500, 750. */
export function axisValues(highest: number): number[] {
  const reached = Math.max(highest, 1);
  const magnitude = 10 ** Math.floor(Math.log10(reached));
  const axes = [magnitude / 10, magnitude]
    .flatMap((power) => roundSteps.map((step) => step * power))
    .flatMap((step) => [
      [0, step, 2 * step],
      [0, step, 2 * step, 3 * step],
    ])
    .filter((values) => topOf(values) >= reached);
  return axes.reduce((best, values) => (topOf(values) < topOf(best) ? values : best));
}

export function topOf(values: readonly number[]): number {
  return values.at(-1) ?? 0;
}

/** The places of the labels under `count` bars: each of a week, else five at equal distances. */
export function labelPlaces(count: number): number[] {
  const labels = count <= 7 ? count : 5;
  if (labels < 2) return labels === 1 ? [0] : [];
  return Array.from({ length: labels }, (_, at) => Math.round((at * (count - 1)) / (labels - 1)));
}
