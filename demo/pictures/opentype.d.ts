/** The part of opentype.js that the labels use; the package ships no types. */
declare module "opentype.js" {
  /** A step of an outline; which coordinates it has depends on its type, as in an SVG path. */
  export type Command = {
    type: "M" | "L" | "C" | "Q" | "Z";
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
    x?: number;
    y?: number;
  };
  export type Glyph = {
    advanceWidth: number;
    getPath(x: number, y: number, size: number): { commands: Command[] };
  };
  export type Font = {
    unitsPerEm: number;
    charToGlyph(letter: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
