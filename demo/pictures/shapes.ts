/** Small markup builders shared by all drawings. */

export const circle = (cx: number, cy: number, r: number, fill: string, extra = "") =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}" ${extra}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, extra = "") =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${extra}/>`;

export const path = (d: string, fill: string, extra = "") =>
  `<path d="${d}" fill="${fill}" ${extra}/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  rx = 0,
  extra = "",
) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}" ${extra}/>`;

export const stroke = (d: string, color: string, width: number, extra = "") =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;

export const group = (transform: string, ...markup: string[]) =>
  `<g transform="${transform}">${markup.join("")}</g>`;

/** Points on an ellipse, evenly spread, with the angle in degrees. */
export function ring(
  count: number,
  cx: number,
  cy: number,
  rx: number,
  ry = rx,
  from = 0,
): { x: number; y: number; angle: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = from + (index * 360) / count;
    const radians = (angle * Math.PI) / 180;
    return { x: round(cx + rx * Math.cos(radians)), y: round(cy + ry * Math.sin(radians)), angle };
  });
}

export const round = (value: number) => Math.round(value * 100) / 100;

export type Place = { x: number; y: number; size: number; rotate: number };

/** Reads "x y size rotate, x y …"; what is left out is 0. */
export function places(list: string): Place[] {
  return list.split(",").map((entry) => {
    const [x = 0, y = 0, size = 0, rotate = 0] = entry.trim().split(" ").map(Number);
    return { x, y, size, rotate };
  });
}
