import { describe, expect, test } from "vitest";
import { sizedSource, sourceSet } from "./picture.tsx";

const own = "/media/product-images/public/acai.webp";
const foreign = "https://fotos.example/acai.jpg";

describe("a picture's sources", () => {
  test("cover twice the width of its box", () => {
    expect(sourceSet(own, 320)).toBe(
      [160, 320, 400, 480, 640].map((width) => `${own}?w=${width} ${width}w`).join(", "),
    );
    expect(sourceSet(own, 200)?.endsWith("400w")).toBe(true);
  });

  test("end at the largest available width", () => {
    expect(sourceSet(own, 5000)?.endsWith("1920w")).toBe(true);
  });

  test("are undefined for an external picture", () => {
    expect(sourceSet(foreign, 320)).toBeUndefined();
    expect(sizedSource(foreign, 640)).toBe(foreign);
    expect(sizedSource(own, 640)).toBe(`${own}?w=640`);
  });
});
