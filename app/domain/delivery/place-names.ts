import { plainText } from "#app/shared/plain-text.ts";

/** Names of cities and neighborhoods as people write them: 'Jd. São  José' is 'Jardim São José'. */

const abbreviations: Readonly<Record<string, string>> = {
  av: "avenida",
  bal: "balneario",
  chac: "chacara",
  cid: "cidade",
  cj: "conjunto",
  conj: "conjunto",
  cond: "condominio",
  dist: "distrito",
  dr: "doutor",
  eng: "engenheiro",
  ind: "industrial",
  jd: "jardim",
  jdim: "jardim",
  jrd: "jardim",
  lot: "loteamento",
  nsa: "nossa",
  pca: "praca",
  pq: "parque",
  pque: "parque",
  prof: "professor",
  prq: "parque",
  res: "residencial",
  s: "sao",
  sra: "senhora",
  sta: "santa",
  sto: "santo",
  vl: "vila",
};

/** Equal for two notations of one name: without accents, case, punctuation and repeated spaces. */
export function placeKey(name: string): string {
  return plainText(name)
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => abbreviations[word] ?? word)
    .join(" ");
}

const stateSuffix =
  /\s*[-–/,(]\s*(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)\)?\s*$/i;

/** The `placeKey` without the state: 'Jundiaí - SP', 'Jundiaí/SP'. */
export function cityKey(city: string): string {
  return placeKey(city.replace(stateSuffix, ""));
}
