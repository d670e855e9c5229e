import { group, path, stroke } from "../shapes.ts";
import { flat, type Subject } from "./drawing.ts";

/** Ice cubes, seen from a corner. */
const faces = {
  top: "M50 5L94 25L50 46L6 25Z",
  left: "M6 27L49 48L49 96L10 79Q7 78 7 74Z",
  right: "M94 27L51 48L51 96L90 79Q93 78 93 74Z",
  all: "M50 4L94 24Q97 26 97 30L95 74Q95 78 91 80L54 97Q50 99 46 97L9 80Q5 78 5 74L3 30Q3 26 6 24L46 5Q48 3 50 4Z",
};

const glints =
  stroke("M50 47V92M8 27L50 47L92 27", "#ffffff", 2.6, 'opacity="0.9"') +
  stroke("M18 42L20 66M28 50L29 60M80 40L78 62", "#ffffff", 3, 'opacity="0.8"') +
  stroke("M34 22L52 14M60 62L74 55M60 72L66 69", "#ffffff", 2.4, 'opacity="0.7"');

const cube = (x: number, y: number, size: number) =>
  group(
    `translate(${x} ${y}) scale(${size / 100})`,
    path(faces.all, "#bfe3f7", 'opacity="0.82"'),
    path(faces.top, "#eefaff", 'opacity="0.95"'),
    path(faces.left, "#a4d4f0", 'opacity="0.9"'),
    path(faces.right, "#d3eefb", 'opacity="0.9"'),
    glints,
  );

export const gelo: Subject = {
  whole: flat(cube(4, 4, 92)),
  cut: flat(cube(0, 40, 56), cube(44, 36, 56), cube(22, 2, 52)),
  loose: ["whole", "cut"],
};

/** Ice within a drink, which lends it its colour. */
export const geloClaro: Subject = {
  whole: flat(
    path(faces.all, "#ffffff", 'opacity="0.16"'),
    path(faces.top, "#ffffff", 'opacity="0.55"'),
    path(faces.left, "#ffffff", 'opacity="0.14"'),
    path(faces.right, "#ffffff", 'opacity="0.34"'),
    glints,
  ),
};
