import { circle, group, path, places, ring, stroke } from "../shapes.ts";
import { flat, footed, plump, type Subject, slim } from "./drawing.ts";
import { fillet, fish, loin, spots, steak } from "./fish-shapes.ts";
export const salmao: Subject = {
  long: true,
  whole: footed(
    72,
    slim(
      fish(
        { back: "#4a6a82", side: "#c3d6de", belly: "#f3e9e4", fin: "#6d8290" },
        20,
        spots("#3d505e", "40 36, 48 34, 56 38, 64 42, 34 40, 52 42, 72 45"),
      ),
    ),
  ),
  cut: footed(77, slim(fillet("#ff7d4d", "#ffc7a8", "#8496a0"))),
};
export const tilapia: Subject = {
  long: true,
  whole: footed(
    78,
    slim(
      fish(
        { back: "#5f7f86", side: "#b5ccd0", belly: "#e9ece4", fin: "#93a09b" },
        26,
        stroke("M44 28V60M56 30V58M66 36V56", "#6d7a76", 3, 'opacity="0.35"'),
      ),
    ),
  ),
  cut: footed(77, flat(fillet("#fbe3dc", "#f0b9ae", "#e5c3b8"))),
};
export const pescada: Subject = {
  long: true,
  whole: footed(
    71,
    slim(fish({ back: "#a98f55", side: "#e6d49a", belly: "#fbf4dc", fin: "#c9ad66" }, 19)),
  ),
  cut: footed(77, flat(fillet("#fdf6ec", "#e3d3bd", "#e0d0bc"))),
};
export const atum: Subject = {
  long: true,
  whole: footed(
    76,
    slim(
      fish(
        { back: "#24405f", side: "#8fa9bf", belly: "#e6edf1", fin: "#2f4f70" },
        23,
        path(
          "M66 30L68 24L71 33ZM72 35L75 30L77 39ZM66 70L69 76L71 67ZM72 64L75 70L77 61Z",
          "#f2c230",
        ),
      ),
    ),
  ),
  cut: footed(
    83,
    slim(
      path("M6 46L26 26Q62 16 94 36L94 62Q66 84 26 78L8 66Z", "#7d1526"),
      path("M6 46L26 26Q62 16 94 36Q64 56 26 58Z", "#c62b3f"),
      stroke("M18 44C28 38 44 30 62 26M30 52C46 46 64 38 82 34", "#e0606c", 2),
    ),
  ),
};
export const sardinha: Subject = {
  long: true,
  whole: slim(
    group(
      "translate(4 -20) scale(0.9)",
      fish(
        { back: "#3d6480", side: "#b9cdd8", belly: "#f0f5f7", fin: "#64879e" },
        13,
        spots("#2d4d66", "36 46, 44 45, 52 45, 60 46, 68 47"),
      ),
    ),
    group(
      "translate(0 6) scale(0.9)",
      fish(
        { back: "#3d6480", side: "#c6d7e0", belly: "#f6fafb", fin: "#64879e" },
        13,
        spots("#2d4d66", "36 46, 44 45, 52 45, 60 46, 68 47"),
      ),
    ),
    group(
      "translate(6 32) scale(0.9)",
      fish(
        { back: "#34586f", side: "#b9cdd8", belly: "#f0f5f7", fin: "#64879e" },
        13,
        spots("#2d4d66", "36 46, 44 45, 52 45, 60 46, 68 47"),
      ),
    ),
  ),
  cut: footed(
    66,
    slim(
      fish(
        { back: "#3d6480", side: "#c6d7e0", belly: "#f6fafb", fin: "#64879e" },
        14,
        spots("#2d4d66", "36 46, 44 45, 52 45, 60 46, 68 47"),
      ),
    ),
  ),
};
export const bacalhau: Subject = {
  whole: footed(81, plump(loin("#fffaf0", "#e3d6bf", "#efe3cf"))),
  cut: footed(81, plump(loin("#fffaf0", "#e3d6bf", "#efe3cf"))),
};
export const posta: Subject = {
  whole: slim(steak("#8d9aa2", "#f7a58a", "#fdd3c0")),
  cut: slim(steak("#8d9aa2", "#f7a58a", "#fdd3c0")),
};
export const file: Subject = {
  whole: footed(77, flat(fillet("#fdebe2", "#eec3b4", "#e6cabd"))),
  cut: footed(77, flat(fillet("#fdebe2", "#eec3b4", "#e6cabd"))),
};

/** Cação, a small shark sold in steaks. */
export const cacao: Subject = {
  long: true,
  whole: footed(
    80,
    slim(
      path(
        "M2 52C16 40 40 34 62 40C74 43 82 46 88 47C92 38 94 30 98 24C99 36 97 46 95 51C98 58 97 66 95 72C92 66 89 58 84 54C62 64 30 66 14 60Q4 58 2 52Z",
        "#7d8fa3",
      ),
      path("M44 38C48 26 54 18 62 16C60 26 62 34 66 42Z", "#6b7d92"),
      path("M40 58C40 68 36 76 28 82C30 72 30 64 32 58Z", "#6b7d92"),
      path("M70 57L66 66L76 55Z", "#6b7d92"),
      path("M4 55C30 58 60 56 84 54C62 64 30 66 14 60Q6 59 4 55Z", "#e4ebf0"),
      stroke("M28 45V55M31.5 44V55M35 43.5V54.5", "#566a80", 1.6),
      circle(14, 49, 2.6, "#1a222c"),
      circle(13.3, 48.3, 0.8, "#fff"),
      stroke("M7 57Q12 59 17 56", "#566a80", 1.6),
    ),
  ),
  cut: slim(
    path("M50 8C76 8 92 28 92 52C92 76 74 92 50 92C26 92 8 76 8 52C8 28 24 8 50 8Z", "#7d8fa3"),
    path(
      "M50 13C73 13 87 31 87 52C87 73 71 87 50 87C29 87 13 73 13 52C13 31 27 13 50 13Z",
      "#f9e2d6",
    ),
    stroke(
      "M50 18V34M50 62V84M22 34C32 38 40 44 44 48M78 34C68 38 60 44 56 48M20 66C30 62 38 58 44 54M80 66C70 62 62 58 56 54",
      "#ecc3b0",
      2.2,
    ),
    circle(50, 50, 9, "#fffaf2"),
    circle(50, 50, 4, "#e3c6b4"),
  ),
};

/** Golden cod fritters. */
export const bolinho: Subject = {
  whole: slim(
    ...places("34 38 26, 68 44 25, 50 72 26").map(
      ({ x, y, size }) =>
        circle(x, y, size, "#d98f35") +
        circle(x - 3, y - 4, size * 0.76, "#eaa94e") +
        ring(7, x, y, size * 0.62, size * 0.58, x)
          .map((crumb) => circle(crumb.x, crumb.y, 2.2, "#b9701f", 'opacity="0.7"'))
          .join("") +
        stroke(`M${x - 6} ${y + 3}l5 2M${x + 4} ${y - 8}l4 3`, "#5f8a3a", 2),
    ),
  ),
  cut: slim(
    circle(50, 50, 42, "#c97f2b"),
    circle(50, 50, 36, "#fbeccb"),
    stroke("M30 44q10 -8 20 0t20 2M34 60q12 -6 18 2t16 -2M42 32q8 -4 16 2", "#e5cf9f", 3.4),
    stroke("M38 50l6 3M60 38l5 3M56 66l6 -2", "#5f8a3a", 3),
  ),
  loose: ["whole"],
};
