import { circle, path, places, stroke } from "../shapes.ts";

type FishColors = { back: string; side: string; belly: string; fin: string };

const scales = (color: string, rows: number[]) =>
  stroke(
    rows
      .flatMap((y) =>
        Array.from(
          { length: 8 },
          (_, index) => `M${36 + index * 5.4} ${y + (index % 2) * 2}q2.6 2.4 0 5`,
        ),
      )
      .join(""),
    color,
    0.9,
    'opacity="0.55"',
  );

/** A fish swimming to the left; `girth` is half its height. */
export function fish({ back, side, belly, fin }: FishColors, girth: number, extra = ""): string {
  const top = 50 - girth;
  const bottom = 50 + girth;
  const body = `M2 52C12 ${top + girth * 0.35} 30 ${top} 48 ${top}C64 ${top} 76 ${50 - girth * 0.4} 84 47L84 54C76 ${50 + girth * 0.45} 62 ${bottom} 46 ${bottom}C28 ${bottom} 10 ${bottom - girth * 0.4} 2 52Z`;
  const upper = `M2 52C12 ${top + girth * 0.35} 30 ${top} 48 ${top}C64 ${top} 76 ${50 - girth * 0.4} 84 47L84 50C64 ${50 - girth * 0.15} 30 ${50 - girth * 0.2} 2 52Z`;
  const lower = `M6 55C30 ${50 + girth * 0.45} 62 ${50 + girth * 0.4} 84 53L84 54C76 ${50 + girth * 0.45} 62 ${bottom} 46 ${bottom}C28 ${bottom} 14 ${bottom - girth * 0.35} 6 55Z`;
  return [
    path("M80 50C88 42 92 34 99 30C96 42 96 58 99 72C92 68 88 60 80 51Z", fin),
    path(`M36 ${top + 3}C42 ${top - 9} 56 ${top - 10} 62 ${top - 4}L64 ${top + 6}Z`, fin),
    path(
      `M52 ${bottom - 3}C56 ${bottom + 7} 62 ${bottom + 8} 66 ${bottom + 4}L64 ${bottom - 8}Z`,
      fin,
    ),
    path(body, side),
    path(upper, back),
    path(lower, belly),
    scales(back, [50 - girth * 0.2, 51, 51 + girth * 0.28]),
    extra,
    stroke(
      `M27 ${50 - girth * 0.62}C32 ${50 - girth * 0.2} 32 ${50 + girth * 0.3} 26 ${50 + girth * 0.68}`,
      back,
      1.8,
      'opacity="0.7"',
    ),
    path("M34 56C40 54 47 57 49 64C42 66 36 63 34 56Z", fin),
    circle(14, 48, 3.7, "#f4f1e2"),
    circle(13.6, 48, 2.3, "#14171c"),
    circle(12.8, 47.2, 0.8, "#fff"),
    stroke("M3 54Q8 57 12 55", back, 1.4),
  ].join("");
}

export const spots = (color: string, points: string) =>
  places(points)
    .map(({ x, y }) => circle(x, y, 1.2, color))
    .join("");

/** A cross-cut steak: skin around two lobes of flesh and the bone in the middle. */
export function steak(skin: string, flesh: string, line: string): string {
  return [
    path(
      "M50 6C78 6 96 28 94 52C92 72 80 92 70 94C62 94 60 80 50 80C40 80 38 94 30 94C20 92 8 72 6 52C4 28 22 6 50 6Z",
      skin,
    ),
    path(
      "M50 10C75 10 91 30 89 52C87 69 77 87 70 89C65 88 63 75 50 75C37 75 35 88 30 89C23 87 13 69 11 52C9 30 25 10 50 10Z",
      flesh,
    ),
    stroke(
      "M50 16C34 18 22 30 20 48M50 24C38 26 30 36 28 52M50 16C66 18 78 30 80 48M50 24C62 26 70 36 72 52M50 34C44 36 38 44 37 56M50 34C56 36 62 44 63 56M22 62Q26 74 30 80M78 62Q74 74 70 80",
      line,
      2.2,
    ),
    circle(50, 46, 5, "#fbf3e6"),
    circle(50, 46, 2, "#d9b9a0"),
    stroke("M50 51V70", line, 2.6),
  ].join("");
}

/** A long fillet lying flat, with its muscle lines. */
export function fillet(flesh: string, line: string, edge: string): string {
  return [
    path("M4 58C10 38 40 26 68 28C84 29 98 38 97 46C96 58 80 60 66 66C46 76 4 80 4 58Z", edge),
    path("M5 54C11 36 40 24 68 26C84 27 97 36 96 43C94 54 79 55 65 60C45 69 4 74 5 54Z", flesh),
    stroke(
      "M20 42C28 46 32 54 32 64M34 35C42 40 46 50 46 61M48 30C56 36 60 45 60 57M62 28C70 33 73 42 73 52M76 29C82 34 85 40 84 47",
      line,
      2.2,
    ),
    stroke("M8 54C30 42 62 38 94 40", line, 1.6),
  ].join("");
}

/** A thick skinless loin with flakes. */
export const loin = (flesh: string, line: string, side: string) =>
  path("M8 42L30 24Q60 16 90 32L94 60Q70 82 34 80L10 66Z", side) +
  path("M8 42L30 24Q60 16 90 32Q66 50 34 54Z", flesh) +
  stroke(
    "M22 46C30 38 38 30 50 22M38 52C46 44 56 34 68 25M56 48C64 42 72 36 82 30M34 54L34 78M60 50L62 78",
    line,
    2,
  );
