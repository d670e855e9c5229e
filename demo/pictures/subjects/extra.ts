import { circle, ellipse, group, path, places, ring, stroke } from "../shapes.ts";
import {
  type Drawing,
  type Piece,
  flat,
  footed,
  leaf,
  plump,
  type Subject,
  shine,
  slim,
} from "./drawing.ts";

const one = (drawing: Drawing, loose: Piece[] = ["whole"]): Subject => ({
  whole: drawing,
  cut: drawing,
  loose,
});

/** A diced piece: three lit faces, rounded. */
const dice = (top: string, left: string, right: string, marks = "") =>
  footed(
    95,
    slim(
      path(
        "M50 6Q54 5 58 7L90 22Q96 26 96 31L94 70Q94 76 88 79L56 95Q50 97 44 95L12 79Q6 76 6 70L4 31Q4 26 10 22L42 7Q46 5 50 6Z",
        left,
      ),
      path(
        "M50 6Q54 5 58 7L90 22Q97 26 90 30L56 45Q50 48 44 45L10 30Q3 26 10 22L42 7Q46 5 50 6Z",
        top,
      ),
      path(
        "M96 31L94 70Q94 76 88 79L56 95Q52 97 50 96L50 47Q53 46 56 45L90 30Q94 28 96 27Z",
        right,
      ),
      marks,
    ),
  );
export const mangaCubo = one(
  dice(
    "#ffcb4a",
    "#f7a81c",
    "#ffb930",
    stroke("M16 44Q28 52 40 58M62 60Q76 52 86 46M24 24Q44 34 70 26", "#f5a214", 2, 'opacity="0.5"'),
  ),
);
export const abacaxiCubo = one(
  dice(
    "#ffe680",
    "#f5c52e",
    "#ffd957",
    stroke(
      "M14 40L18 72M24 45L27 78M34 50L36 83M60 54L60 86M70 50L69 82M80 46L78 78M30 22L60 34M46 16L76 28",
      "#e8ae1c",
      2,
      'opacity="0.55"',
    ),
  ),
);
export const mamaoCubo = one(dice("#ff9a5c", "#ee6a2c", "#fb8040"));
export const pitayaCubo = one(
  dice(
    "#ee4c8f",
    "#b81a5c",
    "#d4266f",
    places(
      "24 22, 44 30, 62 20, 74 26, 40 14, 18 48, 30 66, 40 54, 24 80, 62 60, 74 74, 84 52, 66 84",
    )
      .map(({ x, y }) => circle(x, y, 2, "#22121c"))
      .join(""),
  ),
);
export const abacateCubo = one(
  dice(
    "#e3ef9a",
    "#a9c952",
    "#c9de74",
    path("M10 30Q3 26 10 22L30 13L24 36Z", "#b8d660", 'opacity="0.8"'),
  ),
);
export const limaoCubo = one(dice("#eaf6c0", "#b9dc78", "#d3ea9c"));
export const cocoCubo = one(dice("#ffffff", "#dbe9ee", "#eef6f8"));

export const cocoLasca: Subject = one(
  footed(
    84,
    slim(
      path("M6 40C24 14 70 10 95 34Q97 40 93 44C70 28 34 32 16 58Q8 54 6 40Z", "#ffffff"),
      path("M16 58C34 32 70 28 93 44L90 58C68 46 40 50 24 74Q15 70 16 58Z", "#eef2f0"),
      path("M24 74C40 50 68 46 90 58L89 62C68 51 42 56 27 78Z", "#e3dccf"),
    ),
  ),
);

export const morangoLimpo = one(
  plump(
    path(
      "M50 14C70 10 92 24 90 46C88 70 66 94 50 97C34 94 12 70 10 46C8 24 30 10 50 14Z",
      "#ee2737",
    ),
    ellipse(50, 19, 15, 5, "#ffd2c8"),
    ellipse(50, 19.5, 9, 2.8, "#ffeee8"),
    ...(
      [
        [34, 38],
        [50, 34],
        [66, 38],
        [24, 50],
        [42, 50],
        [58, 50],
        [76, 50],
        [33, 63],
        [50, 65],
        [67, 63],
        [42, 78],
        [58, 78],
      ] as const
    ).map(([x, y]) => ellipse(x, y, 1.6, 2.5, "#ffd66b")),
    shine(44, 52, 42, 0.5),
  ),
);

const drupe = (colors: string[]) => {
  const rows: [number, number, number][] = [
    [3, 16, 26],
    [4, 24, 40],
    [5, 33, 50],
    [5, 43, 54],
    [6, 53, 56],
    [5, 63, 50],
    [5, 72, 42],
    [4, 80, 30],
    [2, 88, 12],
  ];
  return rows
    .flatMap(([n, top, w], r) =>
      Array.from({ length: n }, (_, i) => {
        const cx = 50 - w / 2 + (w / (n - 1)) * i;
        const cy = top + (i % 2) * 2;
        return circle(cx, cy, 8.2, colors[(r + i) % 3] ?? "") + shine(cx, cy, 8, 0.55);
      }),
    )
    .join("");
};
const hollow = ellipse(50, 12, 13, 5, "#8f1236");
export const framboesaSolta = one(slim(drupe(["#e8285a", "#f24a72", "#d41c4c"]), hollow));
export const amoraSolta = one(slim(drupe(["#3a1440", "#57205c", "#2c0f33"])));

export const jabuticabaSolta = one(
  plump(
    circle(50, 50, 45, "#1f1026"),
    circle(42, 42, 32, "#4a2350", 'opacity="0.5"'),
    ...ring(5, 52, 88, 4, 2).map(({ x, y }) => circle(x, y, 1.8, "#7c5a80")),
    shine(50, 50, 46, 0.8),
  ),
);
export const mirtiloSolto = one(
  plump(
    circle(50, 50, 45, "#4456a8"),
    circle(44, 44, 32, "#6a7ccc", 'opacity="0.45"'),
    ...ring(5, 56, 40, 15, 13, 20).map((p) =>
      group(
        `translate(${p.x} ${p.y}) rotate(${p.angle}) scale(1.9)`,
        path("M-3 -5L6 0L-3 5Z", "#2a3270"),
      ),
    ),
    ellipse(56, 40, 11, 9.5, "#1a2052"),
    shine(46, 54, 44, 0.4),
  ),
);

/** A stoned cherry with the small hole the stoner leaves. */
export const cerejaLimpa = one(
  plump(
    path("M50 10C78 6 96 26 94 52C92 78 72 95 50 95C28 95 8 78 6 52C4 26 22 6 50 10Z", "#b10f2a"),
    path(
      "M50 10C78 6 96 26 94 52C92 70 82 84 68 91C84 60 78 28 50 10Z",
      "#7d0a1e",
      'opacity="0.55"',
    ),
    ellipse(50, 20, 11, 6, "#4f0412"),
    ellipse(50, 21.5, 7, 3.4, "#2e020a"),
    shine(38, 56, 40, 0.7),
  ),
);
/** Two cherries on their stalks. */
export const cerejaGalho: Subject = {
  whole: slim(
    stroke("M60 6C50 22 36 34 29 52M60 6C66 24 72 40 72 56", "#5f8a3a", 3.2),
    leaf(60, 7, 34, 14, "#4fae3e"),
    path("M29 50C44 46 55 56 54 70C53 84 42 94 29 94C16 94 5 84 4 70C3 56 14 46 29 50Z", "#c4122f"),
    path(
      "M72 54C86 50 97 60 96 73C95 86 85 95 72 95C59 95 50 86 49 73C48 60 58 50 72 54Z",
      "#a80d27",
    ),
    shine(28, 72, 22, 0.75),
    shine(72, 75, 21, 0.75),
  ),
};

export const pessegoFatia: Subject = one(
  footed(
    82,
    slim(
      path(
        "M2 34C14 92 86 96 98 38Q99 32 93 31C82 44 70 60 50 60C30 60 20 42 8 28Q1 26 2 34Z",
        "#ffa93c",
      ),
      path(
        "M8 28C20 42 30 60 50 60C70 60 82 44 93 31C80 20 66 34 50 34C34 34 22 16 8 28Z",
        "#ffd78a",
      ),
      path(
        "M22 34C34 44 66 44 78 34C68 32 60 35 50 35C40 35 32 31 22 34Z",
        "#f2704a",
        'opacity="0.8"',
      ),
    ),
  ),
);
export const pessegoInteiro: Subject = {
  whole: plump(
    path("M50 20C70 4 98 24 94 56C91 80 68 96 50 96C32 96 9 80 6 56C2 24 30 4 50 20Z", "#ffa25c"),
    path(
      "M50 20C70 4 98 24 94 56C92 74 78 88 64 93C82 66 74 36 50 20Z",
      "#f25c4a",
      'opacity="0.55"',
    ),
    stroke("M50 22C44 40 46 66 52 84", "#e8743c", 2.4, 'opacity="0.7"'),
    leaf(51, 17, 36, -24, "#4fae3e"),
    circle(50, 18, 3, "#6d4322"),
    shine(36, 52, 38, 0.45),
  ),
};

export const kiwiFatia = one(
  flat(
    circle(50, 50, 46, "#7fb532"),
    circle(50, 50, 43.5, "#8fc63a"),
    circle(50, 50, 33, "#a9d94e"),
    ...ring(24, 50, 50, 30).map(({ angle }) =>
      group(`translate(50 50) rotate(${angle})`, stroke("M14 0H38", "#c8ea80", 1.4)),
    ),
    ellipse(50, 50, 12, 13, "#f4f8d4"),
    ...ring(20, 50, 50, 19.5, 19.5, 5).map(({ x, y, angle }) =>
      ellipse(x, y, 2.8, 1.5, "#241c14", `transform="rotate(${angle} ${x} ${y})"`),
    ),
  ),
);
export const bananaRodela = one(
  slim(
    circle(50, 55, 44, "#efd896"),
    circle(50, 49, 44, "#fff2c6"),
    circle(50, 49, 28, "#fbe7a4"),
    ...ring(3, 50, 49, 11, 11, -90).map((p) => ellipse(p.x, p.y, 3, 2, "#a07f48")),
  ),
);

/** Passion fruit pulp with its seeds, no peel. */
export const maracujaPolpa = one(
  slim(
    path(
      "M12 54C6 30 30 14 50 16C74 12 96 30 92 56C92 80 70 92 48 88C26 90 12 76 12 54Z",
      "#f6a60c",
    ),
    ...places("32 36, 54 30, 72 42, 26 58, 46 52, 66 62, 38 74, 58 78, 80 58").map(
      ({ x, y }, i) =>
        ellipse(x, y, 10, 7, "#ffc933", `transform="rotate(${i * 47} ${x} ${y})"`) +
        ellipse(x + 1, y, 4.6, 3.2, "#1f1a1c", `transform="rotate(${i * 47} ${x} ${y})"`) +
        ellipse(x - 2, y - 3, 2, 1, "#fff", 'opacity="0.7"'),
    ),
  ),
);

export const cocoMetade: Subject = {
  whole: footed(
    92,
    flat(
      circle(50, 50, 46, "#5f3a24"),
      circle(50, 50, 43, "#7a4e33"),
      circle(50, 50, 38, "#ffffff"),
      circle(50, 50, 29, "#e3eef0"),
      path(
        "M50 21A29 29 0 0 1 79 50A29 29 0 0 1 72 69C74 50 66 32 42 22A29 29 0 0 1 50 21Z",
        "#cddfe3",
      ),
      stroke(
        "M10 38l5 2M20 22l4 4M40 9l1 5M62 9l-2 5M82 24l-4 3M92 46l-5 1M88 66l-4-2M70 88l-2-4M46 94l0-5M22 82l3-4M9 62l5-2",
        "#4a2b19",
        2,
      ),
    ),
  ),
};

export const abacateMetade: Subject = {
  whole: flat(
    path(
      "M44 6C60 0 70 16 77 32C88 54 94 72 82 86C66 104 34 100 20 82C6 64 16 44 26 28C32 16 34 9 44 6Z",
      "#2f6b2c",
    ),
    path(
      "M45 12C57 8 65 20 71 34C81 54 86 70 77 81C63 96 38 93 26 78C14 63 23 46 31 32C37 21 38 14 45 12Z",
      "#cfe37a",
    ),
    path(
      "M46 20C54 17 60 26 65 37C74 55 78 68 71 77C60 88 41 86 32 75C22 63 30 48 36 36C41 27 41 22 46 20Z",
      "#eef3b4",
    ),
    circle(52, 64, 17, "#7a4a26"),
    circle(49, 60, 11, "#96602f"),
    shine(52, 62, 16, 0.5),
  ),
};

export const melanciaFatia: Subject = {
  whole: flat(
    path("M2 34A50 50 0 0 0 98 34Z", "#1f8a45"),
    path("M7 34A44 44 0 0 0 93 34Z", "#d9f2b4"),
    path("M11 34A40 40 0 0 0 89 34Z", "#f5414f"),
    ...places("26 44, 42 42, 58 42, 74 44, 34 56, 50 58, 66 56, 50 48").map(({ x, y }) =>
      ellipse(x, y, 2.2, 3.4, "#2b1a1a"),
    ),
  ),
};

export const gengibreRaiz: Subject = {
  whole: footed(
    84,
    plump(
      path(
        "M6 58C2 46 14 40 24 44C26 30 22 20 32 16C44 12 46 26 46 38C56 36 60 40 66 36C66 24 70 14 80 16C92 18 90 32 84 40C94 42 100 52 94 60C88 68 76 64 66 66C66 78 58 86 48 82C40 79 40 72 38 66C26 70 10 70 6 58Z",
        "#d6a560",
      ),
      stroke(
        "M14 48Q18 54 16 62M30 24Q36 26 42 24M56 40Q60 50 58 62M74 24Q80 28 86 26M44 72Q50 70 58 72M84 46Q88 52 86 60M26 48Q30 56 28 64",
        "#b9833f",
        2,
      ),
      ellipse(46, 80, 7, 3, "#f7e0a0"),
      ellipse(81, 17, 6, 2.6, "#f7e0a0"),
    ),
  ),
};

/** Peeled, without head or tail fin. */
const prawnBody =
  "M18 34C36 4 84 10 93 44C98 72 78 92 54 92C46 91 46 82 54 82C68 80 75 70 74 56C72 40 52 34 38 47C28 56 10 46 18 34Z";
export const camaraoLimpo = one(
  slim(
    path(prawnBody, "#ffb394"),
    stroke(
      "M38 20C42 28 44 34 44 42M58 15C59 26 58 33 56 41M76 24C73 34 69 40 65 46M88 42C82 48 78 50 73 54M90 62C84 64 80 63 74 62M80 80C74 76 72 73 69 70",
      "#f58a66",
      3,
    ),
    stroke("M24 36C40 12 78 18 87 46C90 66 78 82 60 87", "#ffd9c6", 3, 'opacity="0.8"'),
  ),
);

/** A whole prawn in its shell, curled, with head and feelers. */
export const camaraoInteiro: Subject = {
  loose: ["whole"],
  whole: slim(
    stroke("M14 50C-2 56 2 84 16 96M12 46C0 40 0 18 14 4M16 52C8 64 14 78 28 84", "#d0674c", 1.8),
    stroke("M34 58l-4 10M42 62l-2 11M52 64l-1 10M60 66l2 9M66 70l6 7", "#d9795c", 2.6),
    path(
      "M12 48L2 40L20 40C30 22 54 10 74 20C96 32 100 62 84 80C76 90 62 94 54 92C50 88 54 82 60 80C70 74 74 64 70 56C64 48 52 52 44 60C34 64 20 60 12 48Z",
      "#f08a6a",
    ),
    path("M12 48L2 40L20 40C28 26 42 18 52 16C48 30 48 46 46 59C34 64 20 60 12 48Z", "#e2714f"),
    stroke(
      "M52 16C48 30 48 46 46 59M66 17C62 28 60 40 59 52M80 25C74 34 70 44 67 53M91 40C84 46 77 52 71 57M94 58C86 60 79 61 72 61M88 76C82 72 77 69 72 67",
      "#c2533a",
      2.4,
    ),
    path(
      "M54 92C44 98 32 98 24 92C32 91 37 88 42 84C36 84 30 80 28 74C38 78 48 78 58 81Z",
      "#c8442c",
    ),
    circle(20, 45, 2.4, "#2b1a16"),
  ),
};

export const lulaAnel: Subject = one(
  slim(
    `<ellipse cx="50" cy="54" rx="38" ry="36" fill="none" stroke="#dcc3bd" stroke-width="17"/><ellipse cx="50" cy="50" rx="38" ry="36" fill="none" stroke="#f9f0eb" stroke-width="15"/><ellipse cx="50" cy="50" rx="38" ry="36" fill="none" stroke="#ffffff" stroke-width="4" opacity="0.7"/>`,
  ),
);

/** A whole cleaned octopus as it is packed: the arms curl into a rosette around the mantle. */
const curl = "M0 0C14 -16 36 -16 40 0C42 12 28 16 25 6C24 1 29 0 31 3";
export const polvoInteiro: Subject = {
  whole: slim(
    ...ring(8, 50, 50, 9, 9, 12).map(({ x, y, angle }, i) =>
      group(
        `translate(${x} ${y}) rotate(${angle}) scale(1.02)`,
        stroke(curl, "#8f2f48", 13),
        stroke(curl, i % 2 ? "#b94a62" : "#c9586e", 11.4),
        ...places("9 -8, 18 -12, 28 -12, 36 -6, 38 2").map(
          (p) => circle(p.x, p.y, 2, "#fbe3dc") + circle(p.x, p.y, 0.9, "#d98a86"),
        ),
      ),
    ),
    circle(50, 50, 15, "#8f2f48"),
    circle(50, 50, 13.6, "#c9586e"),
    ...ring(6, 50, 50, 7, 7).map(({ x, y }) => circle(x, y, 1.5, "#a83a52")),
  ),
};

export const mexilhaoCarne: Subject = one(
  slim(
    path("M8 52C10 26 40 12 66 22C90 30 98 52 88 66C78 80 56 78 44 86C28 92 6 78 8 52Z", "#f39a45"),
    path(
      "M20 50C26 34 48 26 64 34C78 40 82 52 74 58C64 66 46 62 36 70C26 74 16 62 20 50Z",
      "#ffc27a",
    ),
    stroke("M86 40Q94 52 86 64M12 60Q20 80 36 84", "#8a4d1c", 3.4, 'opacity="0.75"'),
    ellipse(50, 46, 12, 7, "#ffe0b0", 'opacity="0.8" transform="rotate(-14 50 46)"'),
  ),
);

const shellEdge =
  "M52 3C60 2 64 8 72 9C78 14 84 18 86 26C92 32 90 40 93 47C90 54 92 62 86 68C84 78 76 82 70 88C62 92 56 98 48 96C40 98 34 92 27 90C20 86 18 78 13 72C12 64 7 58 9 49C8 42 12 36 14 29C18 24 20 16 28 14C34 8 42 4 52 3Z";
export const ostraConcha: Subject = one(
  flat(
    path(shellEdge, "#4f4a46"),
    group("translate(4 4) scale(0.92)", path(shellEdge, "#7d766c")),
    stroke(
      "M14 40C24 12 64 4 82 26M12 56C16 88 60 104 84 66M18 66C30 92 62 92 78 74M20 30C34 14 62 12 76 24",
      "#565049",
      2,
      'opacity="0.75"',
    ),
    group("translate(13 12) scale(0.75)", path(shellEdge, "#f3f0ea")),
    path("M24 40C28 24 50 14 66 22C78 30 82 44 78 58C70 40 52 32 24 40Z", "#d5dbe6"),
    path(
      "M28 56C26 44 40 36 52 40C66 38 76 50 70 62C70 74 56 80 46 76C34 78 26 68 28 56Z",
      "#c9b795",
    ),
    path(
      "M34 56C34 47 44 42 52 46C62 45 68 53 64 61C63 69 54 73 46 70C38 70 33 64 34 56Z",
      "#ead9b4",
    ),
    stroke("M28 60C34 84 66 82 72 60", "#6f6558", 3, 'opacity="0.7"'),
    ellipse(44, 52, 8, 4, "#fff", 'opacity="0.75" transform="rotate(-20 44 52)"'),
  ),
);

/** Butterflied: two fillets side by side, joined at the tail. */
export const sardinhaAberta: Subject = {
  long: true,
  loose: ["whole"],
  whole: footed(
    86,
    slim(
      path("M84 50L98 34L95 50L98 66Z", "#7d97a8"),
      path("M4 46C18 16 58 14 88 46L88 54C58 86 18 84 4 54Q2 50 4 46Z", "#5f8197"),
      path("M8 47C22 22 58 20 84 48L84 52C58 80 22 78 8 53Z", "#f3d3c8"),
      path("M8 50H84", "#000", ""),
      stroke("M8 50H84", "#d99f90", 2.6),
      stroke(
        "M20 34Q28 42 34 49M32 29Q40 38 46 49M46 28Q54 38 58 49M60 33Q66 41 70 49M20 66Q28 58 34 51M32 71Q40 62 46 51M46 72Q54 62 58 51M60 67Q66 59 70 51",
        "#e3b3a4",
        2,
      ),
    ),
  ),
};

const meat = (x: number, y: number, turn: number, s = 1) =>
  group(
    `translate(${x} ${y}) rotate(${turn}) scale(${s})`,
    path("M-20 0C-16 -9 10 -12 22 -4C24 2 14 9 -2 9C-14 9 -22 6 -20 0Z", "#fff3e8"),
    stroke("M-14 -2C-4 -6 8 -7 18 -3M-14 3C-2 5 8 4 16 1", "#eec9b0", 1.8),
    path("M-20 0C-16 -9 2 -11 8 -9C-2 -8 -12 -4 -16 3Q-19 2 -20 0Z", "#f08a62"),
  );
export const caranguejoCarne: Subject = one(
  footed(
    86,
    slim(
      meat(24, 70, -8),
      meat(52, 76, 6, 1.1),
      meat(78, 70, 14),
      meat(36, 54, 20, 1.05),
      meat(64, 54, -16, 1.1),
      meat(50, 38, 4, 1.05),
    ),
  ),
);

/** A lobster tail in its shell, seen from above, flesh at the cut. */
const plates = [
  [16, 36],
  [28, 34],
  [40, 31],
  [52, 27.5],
  [63, 24],
] as const;
export const lagostaCauda: Subject = one(
  footed(
    96,
    slim(
      path(
        "M40 74C28 76 14 84 10 96C24 100 36 94 42 86ZM60 74C72 76 86 84 90 96C76 100 64 94 58 86Z",
        "#a82c1c",
      ),
      path(
        "M42 78C34 84 30 92 32 99C40 99 46 94 48 86ZM58 78C66 84 70 92 68 99C60 99 54 94 52 86Z",
        "#c23b26",
      ),
      path("M43 76C42 88 44 98 50 100C56 98 58 88 57 76Z", "#b5321f"),
      ...plates.map(
        ([y, r], i) =>
          path(
            `M${50 - r} ${y}C${50 - r - 3} ${y + 8} ${50 - r + 1} ${y + 15} ${50 - r + 5} ${y + 19}Q50 ${y + 27} ${50 + r - 5} ${y + 19}C${50 + r - 1} ${y + 15} ${50 + r + 3} ${y + 8} ${50 + r} ${y}Z`,
            i % 2 ? "#cf3f2a" : "#dc4b33",
          ) +
          stroke(
            `M${50 - r + 5} ${y + 19}Q50 ${y + 27} ${50 + r - 5} ${y + 19}`,
            "#8f2216",
            2,
            'opacity="0.8"',
          ) +
          stroke(
            `M${50 - r + 8} ${y + 8}Q50 ${y + 15} ${50 + r * 0.2} ${y + 10}`,
            "#f58a6a",
            2.4,
            'opacity="0.7"',
          ),
      ),
      ellipse(50, 15, 36, 9.5, "#fff6ee"),
      ellipse(50, 15, 29, 6.5, "#f4d9c8"),
      stroke("M34 14Q44 18 50 14Q58 18 66 14", "#e8bfa8", 1.6),
    ),
  ),
  ["whole"],
);

export const batata: Subject = one(
  slim(
    path(
      "M10 54C6 30 28 14 52 16C78 16 94 34 92 56C90 78 68 88 48 86C26 86 12 76 10 54Z",
      "#e3b85e",
    ),
    path("M24 50C26 36 44 28 58 34C72 38 76 52 66 62C56 70 40 66 32 64Q22 60 24 50Z", "#f7e2a4"),
    stroke("M34 48L46 42M44 56L60 48M52 62L64 58", "#d9a94a", 2.4),
  ),
);
export const tomate: Subject = one(
  flat(
    circle(50, 50, 45, "#d9331f"),
    circle(50, 50, 40, "#f2604a"),
    ...ring(5, 50, 50, 20, 20, 18).map(
      ({ x, y, angle }) =>
        ellipse(x, y, 13, 9, "#fb8f66", `transform="rotate(${angle} ${x} ${y})"`) +
        circle(x + 3, y, 1.8, "#ffe3ad") +
        circle(x - 4, y + 2, 1.8, "#ffe3ad"),
    ),
    circle(50, 50, 7, "#ffb09a"),
  ),
);
export const pimentao: Subject = one(
  slim(
    `<path d="M50 10C66 2 90 18 88 36C98 52 90 78 72 82C62 96 38 96 28 82C10 78 2 52 12 36C10 18 34 2 50 10Z" fill="none" stroke="#f2b81c" stroke-width="11"/>`,
  ),
);
export const picoleMordida: Subject = one(flat(circle(50, 50, 40, "#fff")));

/** A whole fish as the fishmonger lays it: long gill, small dull eye, no expression. */
export const tilapiaInteira: Subject = {
  long: true,
  loose: ["whole"],
  whole: footed(
    80,
    slim(
      path("M82 50C88 40 93 32 99 28C97 42 97 58 99 72C93 68 88 60 82 50Z", "#6f8384"),
      path("M30 27C40 12 66 16 80 38L70 40Z", "#71888a"),
      stroke("M36 24L40 30M44 20L48 29M52 19L56 29M60 21L63 31M68 26L69 35", "#566c6e", 1.4),
      path("M44 74C50 84 60 84 68 78L64 68Z", "#71888a"),
      path(
        "M1 52C10 34 28 24 46 24C64 24 76 38 86 46L86 55C76 62 62 77 44 77C26 77 10 68 1 52Z",
        "#aebfc0",
      ),
      path("M1 52C10 34 28 24 46 24C64 24 76 38 86 46L86 50C64 44 30 40 1 52Z", "#68807f"),
      path("M4 56C26 66 62 64 86 54L86 55C76 62 62 77 44 77C26 77 12 70 4 56Z", "#e4e8e0"),
      ...[38, 46, 54, 62].map((y, r) =>
        stroke(
          Array.from(
            { length: 9 },
            (_, i) => `M${32 + i * 5.6 + (r % 2) * 2.8} ${y}q2.6 3.4 0 6.4`,
          ).join(""),
          "#7d9494",
          0.9,
          'opacity="0.7"',
        ),
      ),
      stroke("M30 50C46 47 66 47 84 51", "#6d8385", 1.2, 'opacity="0.8"'),
      stroke("M25 31C31 40 31 60 24 71", "#54696b", 2),
      path("M31 53C39 49 48 53 51 61C43 64 34 61 31 53Z", "#8da1a2"),
      circle(13.5, 46, 3, "#d9dccb"),
      circle(13.5, 46, 1.9, "#23292b"),
      stroke("M1.5 52.5L9 54.5", "#54696b", 1.3),
    ),
  ),
};

export const caranguejoPata: Subject = {
  whole: slim(
    path(
      "M12 92C8 70 18 52 34 44C30 26 44 8 66 4C60 14 60 22 66 28C74 22 84 20 94 24C92 46 76 60 56 58C46 66 40 80 34 96Q20 98 12 92Z",
      "#e2552f",
    ),
    path("M34 44C30 26 44 8 66 4C54 12 48 26 52 40Z", "#f4835c", 'opacity="0.8"'),
    stroke("M22 78Q28 82 38 80M34 44Q42 50 56 58", "#a8341a", 2.6),
    path(
      "M66 4C60 14 60 22 66 28C74 22 84 20 94 24Q88 32 78 33Q64 36 58 30C54 20 58 10 66 4Z",
      "#7d2312",
      'opacity="0.35"',
    ),
  ),
};
