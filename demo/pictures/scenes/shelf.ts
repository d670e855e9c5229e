/** The packs that stand in the wide pictures, by a short name. */
import type { CategorySlug, ProductArt } from "#demo/types.ts";

type Shelved = { category: CategorySlug; art: ProductArt };

function shelved(
  category: CategorySlug,
  pack: ProductArt["pack"],
  subject: string,
  [label, tagline, weight]: [label: string, tagline: string, weight: string],
): Shelved {
  return { category, art: { pack, subject, label, tagline, weight } };
}

const polpas: Record<string, Shelved> = {
  açaí: shelved("polpas", "sachet", "acai", ["Açaí", "Médio, sem açúcar", "100 g"]),
  "balde-de-açaí": shelved("polpas", "tub", "acai", ["Açaí", "Médio, sem açúcar", "5 kg"]),
  acerola: shelved("polpas", "sachet", "acerola", ["Acerola", "Polpa integral", "100 g"]),
  caju: shelved("polpas", "sachet", "caju", ["Caju", "Colhido maduro", "100 g"]),
  cupuaçu: shelved("polpas", "tub", "cupuacu", ["Cupuaçu", "Creme pronto", "5 kg"]),
  goiaba: shelved("polpas", "sachet", "goiaba", ["Goiaba", "Vermelha", "100 g"]),
  maracujá: shelved("polpas", "sachet", "maracuja", ["Maracujá", "Sem semente", "100 g"]),
};

const frutas: Record<string, Shelved> = {
  abacaxi: shelved("frutas-congeladas", "bag", "abacaxi", ["Abacaxi", "Pérola em cubos", "1 kg"]),
  manga: shelved("frutas-congeladas", "bag", "manga", ["Manga", "Palmer em cubos", "1 kg"]),
  mirtilo: shelved("frutas-congeladas", "bag", "mirtilo", ["Mirtilo", "Blueberry inteiro", "1 kg"]),
  morango: shelved("frutas-congeladas", "bag", "morango", [
    "Morango",
    "Inteiro, sem cabinho",
    "1 kg",
  ]),
};

const gelo: Record<string, Shelved> = {
  gelinho: shelved("gelo-saborizado", "stick", "manga", ["Manga", "Gelinho cremoso", "70 g"]),
  gelo: shelved("gelo-saborizado", "bag", "gelo", ["Gelo", "Água filtrada", "5 kg"]),
  "copo-limão": shelved("gelo-saborizado", "cup", "limao", ["Limão", "com gengibre", "200 g"]),
  "copo-maracujá": shelved("gelo-saborizado", "cup", "maracuja", [
    "Maracujá",
    "Gelo saborizado",
    "200 g",
  ]),
  "copo-melancia": shelved("gelo-saborizado", "cup", "melancia", [
    "Melancia",
    "Gelo saborizado",
    "200 g",
  ]),
  "copo-morango": shelved("gelo-saborizado", "cup", "morango", [
    "Morango",
    "Gelo saborizado",
    "200 g",
  ]),
};

const pescados: Record<string, Shelved> = {
  bacalhau: shelved("pescados", "box", "bacalhau", ["Bacalhau", "Lombo dessalgado", "1 kg"]),
  camarão: shelved("pescados", "bag", "camarao", ["Camarão", "Sete-barbas limpo", "1 kg"]),
  postas: shelved("pescados", "tray", "posta", ["Salmão", "Postas de 3 cm", "1 kg"]),
  salmão: shelved("pescados", "vacuum", "salmao", ["Salmão", "Filé com pele", "1 kg"]),
  tilápia: shelved("pescados", "vacuum", "file", ["Tilápia", "Filé sem pele", "1 kg"]),
};

const shelf: Record<string, Shelved> = { ...polpas, ...frutas, ...gelo, ...pescados };

export function fromShelf(name: string): Shelved {
  const found = shelf[name];
  if (!found) throw new Error(`No pack "${name}" on the shelf`);
  return found;
}
