import { circle, ellipse, group, path, places, ring, stroke } from "../shapes.ts";
import { flat, fluent, footed, leaf, plump, type Subject, shine, slim } from "./drawing.ts";

export const abacaxi: Subject = {
  whole: plump(
    ...places("-90 34, -62 32, -118 32, -38 26, -142 26").map(({ x: angle, y: length }, index) =>
      group(
        `translate(50 36) rotate(${angle})`,
        path(
          `M0 -5C${length * 0.5} -9 ${length} -3 ${length + 4} 0C${length} 4 ${length * 0.5} 8 0 5Z`,
          index % 2 ? "#3d9a3a" : "#57b046",
        ),
      ),
    ),
    path(
      "M50 30C72 30 80 48 80 64C80 84 68 97 50 97C32 97 20 84 20 64C20 48 28 30 50 30Z",
      "#f2a93b",
    ),
    stroke(
      "M26 44L66 94M40 33L78 80M58 31L79 58M20 62L44 96M74 44L34 94M60 33L22 80M42 31L21 58M80 62L56 96",
      "#c97a1e",
      1.8,
    ),
    ...places("50 45, 38 59, 62 59, 50 72, 29 72, 71 72, 40 86, 60 86").map(({ x, y }) =>
      circle(x, y, 1.7, "#a85f14"),
    ),
    shine(48, 62, 36, 0.4),
  ),
  cut: flat(
    ...ring(14, 50, 50, 44).map(({ x, y }) => circle(x, y, 5.4, "#c98a2b")),
    circle(50, 50, 44, "#e8a93a"),
    circle(50, 50, 40, "#ffd84d"),
    ...ring(16, 50, 50, 26).map(({ angle }) =>
      group(`translate(50 50) rotate(${angle})`, stroke("M19 0H34", "#f7bf2e", 2.2)),
    ),
    circle(50, 50, 11, "#ffedb0"),
  ),
  leaf: flat(leaf(6, 66, 88, -16, "#3d9a3a")),
};

export const manga: Subject = {
  whole: plump(
    path(
      "M58 12C84 16 96 42 90 64C84 86 58 98 36 92C14 86 4 64 10 46C16 28 34 8 58 12Z",
      "#ffb01f",
    ),
    path(
      "M58 12C84 16 96 42 90 64C88 72 83 79 76 84C82 56 70 30 44 14Q51 11 58 12Z",
      "#f0553c",
      'opacity="0.75"',
    ),
    path("M58 12C70 14 79 20 85 30C72 22 60 18 44 14Q51 11 58 12Z", "#b9c63d", 'opacity="0.8"'),
    leaf(58, 12, 34, -8, "#3f9b35"),
    circle(58, 12, 3, "#6d4c2b"),
    shine(42, 52, 44, 0.5),
  ),
  cut: footed(
    94,
    slim(
      path(
        "M8 48C10 80 34 94 52 94C74 94 94 76 92 44C84 60 66 66 48 64C30 62 16 58 8 48Z",
        "#f08a1c",
      ),
      path("M8 48C18 18 80 12 92 44C84 66 66 72 48 70C30 68 16 62 8 48Z", "#ffbf2e"),
      stroke(
        "M26 36C38 46 46 58 48 70M44 26C56 38 64 52 66 68M62 22C72 32 80 44 82 58M18 58C34 48 58 34 74 26M30 66C48 54 72 44 88 38",
        "#f29a12",
        2.4,
      ),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const mamao: Subject = {
  whole: plump(
    path(
      "M30 12C46 2 62 14 74 34C88 56 96 80 80 92C62 104 34 88 20 66C8 46 14 22 30 12Z",
      "#f7a531",
    ),
    path("M30 12C46 2 62 14 74 34C60 24 34 30 18 62C8 46 14 22 30 12Z", "#b7c24b", 'opacity="0.7"'),
    circle(29, 13, 3.6, "#6d7a2e"),
    shine(44, 50, 42, 0.45),
  ),
  cut: flat(
    path(
      "M30 6C48 -4 66 10 78 32C92 58 98 82 82 94C62 106 32 90 16 66C4 46 12 16 30 6Z",
      "#f2a12f",
    ),
    path(
      "M32 13C46 5 61 17 72 36C84 58 89 77 77 87C62 96 37 82 23 62C12 45 19 20 32 13Z",
      "#ff7a3d",
    ),
    path(
      "M40 30C50 26 58 38 64 50C70 62 72 72 64 75C54 78 42 66 37 55C32 44 32 33 40 30Z",
      "#e9551f",
    ),
    ...places("42 38, 48 46, 41 48, 53 55, 46 57, 59 63, 52 66, 62 70, 50 38, 57 48").map(
      ({ x, y }) => circle(x, y, 3.4, "#2b2220") + circle(x - 1, y - 1, 1, "#8d8078"),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const banana: Subject = {
  whole: footed(
    81,
    plump(
      path("M16 8L26 5C30 40 52 66 92 70L94 80C54 96 8 66 16 8Z", "#ffd23b"),
      path("M26 5C44 30 62 44 96 46L97 56C66 66 26 44 16 10Z", "#ffe06a"),
      stroke("M20 22C28 56 54 76 90 76", "#e0a81c", 2),
      path("M15 9L18 1L27 1L27 8Z", "#7c5a26"),
      path("M91 69L97 74L93 81L89 79Z", "#5d4420"),
      path("M94 45L99 49L97 57L94 56Z", "#5d4420"),
    ),
  ),
  cut: slim(
    ...(
      [
        [34, 40, 28],
        [66, 64, 28],
      ] as const
    ).map(
      ([x, y, r]) =>
        circle(x, y + 6, r, "#efd896") +
        circle(x, y, r, "#fff2c6") +
        circle(x, y, r * 0.62, "#fbe08d") +
        ring(3, x, y, r * 0.26, r * 0.26, -90)
          .map((point) => ellipse(point.x, point.y, 2, 1.4, "#8d6a35"))
          .join(""),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const coco: Subject = {
  whole: plump(
    circle(50, 52, 44, "#7a4e33"),
    stroke(
      "M14 40C30 20 60 12 84 34M10 56C30 36 66 30 92 50M14 72C34 54 68 50 90 68M28 88C44 74 66 72 80 80",
      "#5f3a24",
      2.2,
    ),
    ...places("40 30, 58 28, 50 42").map(({ x, y }) => ellipse(x, y, 4.4, 5, "#3d2416")),
    shine(42, 52, 40, 0.25),
  ),
  cut: flat(fluent("coconut", { "#9b9b9b": "#eaf3f4", "#d3d3d3": "#ffffff" })),
  leaf: flat(leaf(4, 70, 94, -24, "#46a548")),
};
