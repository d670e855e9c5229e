/** A drawing under way: collects the definitions (gradients, clips, sprites) that its markup refers to. */
import type { Finish, Piece, SpriteName } from "./sprites.ts";
import { spriteName } from "./sprites.ts";

export type Stop = [offset: number, color: string, opacity?: number];

export type SpritePlace = {
  piece?: Piece;
  finish?: Finish;
  /** Centre. */
  x: number;
  y: number;
  /** Side of the square it is drawn in. */
  size: number;
  rotate?: number;
  mirror?: boolean;
  opacity?: number;
};

export type Sheet = {
  readonly definitions: string[];
  readonly sprites: Set<SpriteName>;
  /** Defines something under a fresh id and returns the id. */
  define(markup: (id: string) => string): string;
  linear(stops: Stop[], x1?: number, y1?: number, x2?: number, y2?: number): string;
  radial(stops: Stop[], cx?: number, cy?: number, r?: number): string;
  blur(deviation: number): string;
  clip(shape: string): string;
  sprite(subject: string, place: SpritePlace): string;
};

const stopMarkup = ([offset, color, opacity = 1]: Stop) =>
  `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;

export function createSheet(): Sheet {
  const definitions: string[] = [];
  const sprites = new Set<SpriteName>();
  const define = (markup: (id: string) => string) => {
    const id = `d${definitions.length}`;
    definitions.push(markup(id));
    return id;
  };
  const linear: Sheet["linear"] = (stops, x1 = 0, y1 = 0, x2 = 0, y2 = 1) => {
    const line = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`;
    return `url(#${define((id) => `<linearGradient id="${id}" ${line}>${stops.map(stopMarkup).join("")}</linearGradient>`)})`;
  };
  const radial: Sheet["radial"] = (stops, cx = 0.5, cy = 0.5, r = 0.5) => {
    const circle = `cx="${cx}" cy="${cy}" r="${r}"`;
    return `url(#${define((id) => `<radialGradient id="${id}" ${circle}>${stops.map(stopMarkup).join("")}</radialGradient>`)})`;
  };
  const blur = (deviation: number) =>
    `url(#${define((id) => `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`)})`;
  const clip = (shape: string) =>
    `url(#${define((id) => `<clipPath id="${id}">${shape}</clipPath>`)})`;
  const sprite: Sheet["sprite"] = (subject, place) => {
    const name = spriteName(subject, place.piece ?? "whole", place.finish ?? "fresh");
    sprites.add(name);
    const scale = place.size / 100;
    const turn = `translate(${place.x} ${place.y}) rotate(${place.rotate ?? 0}) scale(${place.mirror ? -scale : scale} ${scale})`;
    return `<use href="#${name}" transform="${turn}" opacity="${place.opacity ?? 1}"/>`;
  };
  return { definitions, sprites, define, linear, radial, blur, clip, sprite };
}
