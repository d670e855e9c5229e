import { amora, cereja, framboesa, morango, uva } from "./berries.ts";
import { caja, caju, goiaba, maracuja } from "./brazilian.ts";
import { cupuacu, graviola, tamarindo } from "./brazilian-pods.ts";
import { laranja, limao, tangerina } from "./citrus.ts";
import type { Subject } from "./drawing.ts";
import {
  atum,
  bacalhau,
  bolinho,
  cacao,
  file,
  pescada,
  posta,
  salmao,
  sardinha,
  tilapia,
} from "./fish.ts";
import { gelo, geloClaro } from "./ice.ts";
import { gengibre, hortela, maca, macaVerde, pera, pessego } from "./orchard.ts";
import { camarao, caranguejo, lagosta, lula, mexilhao, ostra, polvo } from "./seafood.ts";
import { abacate, kiwi, melancia, melao, pitaya } from "./sliced.ts";
import { acai, acerola, jabuticaba, mirtilo, umbu } from "./small-berries.ts";
import { abacaxi, banana, coco, mamao, manga } from "./tropical.ts";

/** Everything a pack or a dish can show, by the key that products and recipes use. */
export const subjects = {
  acai,
  acerola,
  abacaxi,
  abacate,
  amora,
  banana,
  caja,
  caju,
  cereja,
  coco,
  cupuacu,
  framboesa,
  goiaba,
  graviola,
  hortela,
  kiwi,
  laranja,
  limao,
  maca,
  mamao,
  manga,
  maracuja,
  melancia,
  melao,
  mirtilo,
  morango,
  pessego,
  pera,
  tamarindo,
  tangerina,
  uva,
  gengibre,
  umbu,
  jabuticaba,
  pitaya,
  salmao,
  tilapia,
  camarao,
  lula,
  polvo,
  mexilhao,
  caranguejo,
  lagosta,
  sardinha,
  atum,
  bacalhau,
  bolinho,
  pescada,
  cacao,
  ostra,
  posta,
  file,
  gelo,
  "gelo-claro": geloClaro,
  "maca-verde": macaVerde,
} satisfies Record<string, Subject>;

export type SubjectKey = keyof typeof subjects;

const isSubjectKey = (key: string): key is SubjectKey => Object.hasOwn(subjects, key);

/** Throws for a key without a drawing: a picture with a hole is worse than none. */
export function subjectKey(key: string): SubjectKey {
  if (!isSubjectKey(key)) throw new Error(`No drawing for "${key}"`);
  return key;
}

export const findSubject = (key: string): Subject => subjects[subjectKey(key)];
