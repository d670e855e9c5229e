/** A drawing under way: collects the definitions (gradients, clips, sprites) that its markup refers to. */
import { type Finish, type SpriteName, spriteName } from "./sprites.ts";
import { findSubject } from "./subjects/all.ts";
import type { Piece } from "./subjects/drawing.ts";

type SpritePlace = {
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

const directions = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  across: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

export type Sheet = {
  readonly definitions: string[];
  readonly sprites: Set<SpriteName>;
  /** A gradient through `stops`, "offset colour opacity, …" (opacity may be left out), as a fill. */
  linear(stops: string, direction?: keyof typeof directions): string;
  radial(stops: string, cx?: number, cy?: number, r?: number): string;
  /** A group of which only what lies within `shape`, a path, is seen. */
  clipped(shape: string, ...markup: string[]): string;
  /** A leaf of what has none is nothing. */
  sprite(subject: string, place: SpritePlace): string;
};

function stopMarkup(stop: string): string {
  const [offset, color, opacity = 1] = stop.trim().split(" ");
  return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
}

const stopsMarkup = (stops: string) => stops.split(",").map(stopMarkup).join("");

export function createSheet(): Sheet {
  const definitions: string[] = [];
  const sprites = new Set<SpriteName>();
  const define = (markup: (id: string) => string) => {
    const id = `d${definitions.length}`;
    definitions.push(markup(id));
    return `url(#${id})`;
  };
  return {
    definitions,
    sprites,
    linear: (stops, direction = "down") =>
      define(
        (id) =>
          `<linearGradient id="${id}" ${directions[direction]}>${stopsMarkup(stops)}</linearGradient>`,
      ),
    radial: (stops, cx = 0.5, cy = 0.5, r = 0.5) =>
      define(
        (id) =>
          `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopsMarkup(stops)}</radialGradient>`,
      ),
    clipped: (shape, ...markup) => {
      const clip = define((id) => `<clipPath id="${id}"><path d="${shape}"/></clipPath>`);
      return `<g clip-path="${clip}">${markup.join("")}</g>`;
    },
    sprite: (subject, place) => {
      if (place.piece === "leaf" && !findSubject(subject).leaf) return "";
      const name = spriteName(subject, place.piece ?? "whole", place.finish ?? "fresh");
      sprites.add(name);
      const scale = place.size / 100;
      const turn = `translate(${place.x} ${place.y}) rotate(${place.rotate ?? 0}) scale(${place.mirror ? -scale : scale} ${scale})`;
      return `<use href="#${name}" transform="${turn}" opacity="${place.opacity ?? 1}"/>`;
    },
  };
}
