import { amora, cereja, framboesa, morango, uva } from "./berries.ts";
import { caja, caju, goiaba, maracuja } from "./brazilian.ts";
import { cupuacu, graviola, tamarindo } from "./brazilian-pods.ts";
import { laranja, limao, tangerina } from "./citrus.ts";
import * as extra from "./extra.ts";
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
import { camarao, lula, mexilhao, polvo } from "./seafood.ts";
import { abacate, kiwi, melancia, melao, pitaya } from "./sliced.ts";
import { acai, acerola, jabuticaba, mirtilo, umbu } from "./small-berries.ts";
import { abacaxi, banana, coco, mamao, manga } from "./tropical.ts";

/** Everything a pack or a dish can show, by the key that products and recipes use. */
export const subjects: Record<string, Subject> = {
  ...extra,
  acai,
  acerola,
  abacaxi,
  amora,
  banana,
  caja,
  caju,
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
  melao,
  mirtilo,
  morango,
  pera,
  tamarindo,
  tangerina,
  uva,
  umbu,
  jabuticaba,
  pitaya,
  salmao,
  tilapia,
  lula,
  polvo,
  mexilhao,
  sardinha,
  atum,
  bacalhau,
  bolinho,
  pescada,
  cacao,
  posta,
  file,
  gelo,
  "gelo-claro": geloClaro,
  "maca-verde": macaVerde,
  cereja: { ...cereja, whole: extra.cerejaGalho.whole, cut: extra.cerejaLimpa.whole },
  pessego: { ...pessego, whole: extra.pessegoInteiro.whole },
  gengibre: { ...gengibre, whole: extra.gengibreRaiz.whole },
  coco: { ...coco, cut: extra.cocoMetade.whole },
  abacate: { ...abacate, cut: extra.abacateMetade.whole },
  melancia: { ...melancia, whole: extra.melanciaFatia.whole },
  camarao: {
    ...camarao,
    whole: extra.camaraoInteiro.whole,
    cut: extra.camaraoLimpo.whole,
    long: false,
  },
  caranguejo: extra.caranguejoPata,
  lagosta: extra.lagostaCauda,
  ostra: extra.ostraConcha,
};

export type SubjectKey = string;

const isSubjectKey = (key: string): key is SubjectKey => Object.hasOwn(subjects, key);

/** Throws for a key without a drawing: a picture with a hole is worse than none. */
export function subjectKey(key: string): SubjectKey {
  if (!isSubjectKey(key)) throw new Error(`No drawing for "${key}"`);
  return key;
}

export const findSubject = (key: string): Subject => subjects[subjectKey(key)] as Subject;
