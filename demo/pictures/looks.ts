/** What each product's picture shows: pieces in the window (fill), on the print, and beside the pack. */
export type Look = {
  fill?: string[];
  print?: string[];
  props?: string[];
  small?: boolean;
  count?: number;
  weight?: string;
};
const cube = (c: string, whole: string, cut = c): Look => ({ fill: [c], props: [whole, cut] });
export const looks: Record<string, Look> = {
  "polpa-de-maracuja-100-g": {
    print: ["maracuja:whole"],
    props: ["maracuja:whole", "maracuja:whole"],
  },
  "polpa-de-morango-100-g": { print: ["morango:whole"], props: ["morango:whole", "morango:whole"] },
  "polpa-de-graviola-100-g": {
    print: ["graviola:whole"],
    props: ["graviola:whole", "graviola:whole"],
  },
  "polpa-de-cupuacu-100-g": {
    print: ["cupuacu:whole", "cupuacu:cut"],
    props: ["cupuacu:whole", "cupuacu:cut"],
  },
  "polpa-de-tamarindo-100-g": {
    print: ["tamarindo:whole"],
    props: ["tamarindo:whole", "tamarindo:leaf"],
  },
  "polpa-de-abacaxi-100-g": {
    print: ["abacaxi:whole"],
    props: ["abacaxi:whole", "abacaxiCubo:whole"],
  },
  "polpa-de-abacaxi-com-hortela": {
    print: ["abacaxi:whole", "hortela:whole"],
    props: ["abacaxi:whole", "hortela:whole"],
  },
  "caixa-de-polpas-sortidas": {
    print: ["goiaba:whole", "acerola:whole", "maracuja:whole", "manga:whole"],
    props: ["manga:whole", "acerola:whole"],
  },
  "maracuja-com-semente-1-kg": {
    fill: ["maracujaPolpa"],
    props: ["maracuja:whole", "maracuja:cut"],
  },
  "polpa-de-limao-taiti-1-kg": { fill: ["limaoCubo"], props: ["limao:whole", "limao:cut"] },
  "morango-inteiro-1-kg": {
    small: true,
    fill: ["morangoLimpo"],
    props: ["morangoLimpo:whole", "morangoLimpo:whole"],
  },
  "caixa-de-morango-10-kg": {
    small: true,
    print: ["morangoLimpo:whole", "morangoLimpo:whole"],
    props: ["morangoLimpo:whole", "morangoLimpo:whole"],
  },
  "frutas-vermelhas-1-kg": {
    fill: ["morango:cut", "amoraSolta", "mirtiloSolto", "framboesaSolta"],
    props: ["morango:cut", "amoraSolta:whole", "mirtiloSolto:whole"],
  },
  "mirtilo-inteiro-1-kg": {
    small: true,
    fill: ["mirtiloSolto"],
    props: ["mirtiloSolto:whole", "mirtiloSolto:whole"],
  },
  "amora-preta-1-kg": {
    small: true,
    fill: ["amoraSolta"],
    props: ["amoraSolta:whole", "amoraSolta:whole"],
  },
  "framboesa-500-g": {
    small: true,
    fill: ["framboesaSolta"],
    print: ["framboesaSolta:whole"],
    props: ["framboesaSolta:whole", "framboesaSolta:whole"],
    count: 16,
  },
  "cereja-sem-caroco-500-g": {
    small: true,
    fill: ["cerejaLimpa"],
    props: ["cerejaLimpa:whole", "cerejaLimpa:whole"],
  },
  "jabuticaba-inteira": {
    small: true,
    fill: ["jabuticabaSolta"],
    props: ["jabuticabaSolta:whole", "jabuticabaSolta:whole"],
  },
  "manga-em-cubos-1-kg": cube("mangaCubo", "manga:whole"),
  "abacaxi-em-cubos-1-kg": cube("abacaxiCubo", "abacaxi:whole"),
  "mix-tropical-1-kg": {
    fill: ["mangaCubo", "abacaxiCubo", "mamaoCubo"],
    props: ["abacaxi:whole", "mamao:whole"],
  },
  "banana-em-rodelas-1-kg": { fill: ["bananaRodela"], props: ["banana:whole", "banana:cut"] },
  "pitaya-em-cubos-500-g": cube("pitayaCubo", "pitaya:whole"),
  "abacate-em-cubos-500-g": cube("abacateCubo", "abacate:whole"),
  "kiwi-em-fatias-500-g": { fill: ["kiwiFatia"], props: ["kiwiFatia:whole", "kiwiFatia:whole"] },
  "pessego-em-fatias-1-kg": {
    fill: ["pessegoFatia"],
    props: ["pessegoInteiro:whole", "pessegoFatia:whole"],
  },
  "coco-em-pedacos-500-g": { fill: ["cocoLasca"], props: ["coco:whole", "cocoLasca:whole"] },
  "porcoes-para-smoothie": {
    print: ["banana:whole", "morango:whole"],
    props: ["banana:cut", "morango:whole"],
  },
  "gelo-de-coco-200-g": { fill: [], props: ["cocoMetade:whole", "cocoCubo:whole"] },
  "gelo-de-melancia-200-g": {
    fill: ["melancia:cut"],
    props: ["melanciaFatia:whole", "melancia:cut"],
  },
  "gelo-de-maca-verde-200-g": {
    fill: ["maca-verde:cut"],
    props: ["maca-verde:whole", "maca-verde:cut"],
  },
  "gelo-de-frutas-vermelhas": {
    fill: ["morango:cut", "amoraSolta"],
    props: ["morango:whole", "amoraSolta:whole"],
  },
  "gelo-de-limao-e-gengibre": {
    fill: ["limao:cut", "gengibre:cut"],
    props: ["gengibreRaiz:whole", "limao:cut"],
  },
  "gelo-de-abacaxi-e-hortela": {
    fill: ["abacaxiCubo", "hortela:leaf"],
    props: ["abacaxi:whole", "hortela:whole"],
  },
  "copo-de-gelo-puro-200-g": { fill: [], props: ["gelo:whole", "gelo:cut"] },
  "gelo-de-coco-em-cubos-2-kg": {
    fill: ["cocoCubo"],
    props: ["cocoMetade:whole", "cocoCubo:whole"],
  },
  "gelo-filtrado-5-kg": { fill: ["gelo:whole", "gelo:cut"], props: ["gelo:whole", "gelo:cut"] },
  "acai-puro-em-balde-5-kg": { props: ["acai:whole", "acai:cut"] },
  "creme-de-cupuacu-5-kg": { props: ["cupuacu:whole", "cupuacu:cut"] },
  "file-de-tilapia": {
    fill: ["file:cut"],
    print: ["file:cut"],
    props: ["limao:cut", "file:cut"],
    count: 8,
  },
  "tilapia-inteira": { fill: ["tilapiaInteira"], props: ["", "limao:cut"] },
  "caixa-de-file-de-tilapia": { print: ["file:cut", "file:cut"], props: ["limao:cut", "file:cut"] },
  "file-de-salmao": {
    fill: ["salmao:cut"],
    props: ["limao:cut", "hortela:leaf"],
    count: 2,
    weight: "500 g",
  },
  "salmao-em-postas": {
    fill: ["posta:cut"],
    print: ["posta:cut"],
    props: ["limao:cut", "posta:cut"],
    count: 4,
  },
  "file-de-pescada": { fill: ["pescada:cut"], props: ["limao:cut", "pescada:cut"], count: 4 },
  "cacao-em-postas": {
    fill: ["cacao:cut"],
    print: ["cacao:cut"],
    props: ["limao:cut", "cacao:cut"],
    count: 5,
  },
  "sardinha-limpa": { fill: ["sardinhaAberta"], props: ["limao:cut", "sardinhaAberta:whole"] },
  "lombo-de-atum": {
    fill: ["atum:cut"],
    props: ["limao:cut", "atum:cut"],
    count: 1,
    weight: "500 g",
  },
  "bacalhau-dessalgado": {
    print: ["bacalhau:cut", "bacalhau:cut"],
    props: ["bacalhau:cut", "bacalhau:cut"],
  },
  "bolinho-de-bacalhau": { fill: ["bolinho:whole"], props: ["bolinho:cut", "limao:cut"] },
  "camarao-descascado-1-kg": {
    fill: ["camaraoLimpo"],
    props: ["camaraoLimpo:whole", "camaraoLimpo:whole"],
  },
  "camarao-cinza-2-kg": {
    print: ["camaraoInteiro:whole"],
    props: ["camaraoInteiro:whole", "limao:cut"],
  },
  "mix-de-frutos-do-mar-1-kg": {
    fill: ["lulaAnel", "camaraoLimpo", "mexilhaoCarne", "polvo:cut"],
    props: ["polvo:cut", "camaraoLimpo:whole"],
  },
  "lula-em-aneis": {
    fill: ["lulaAnel"],
    print: ["lulaAnel:whole"],
    props: ["limao:cut", "lulaAnel:whole"],
    count: 16,
  },
  "polvo-limpo": { fill: ["polvoInteiro"], props: ["limao:cut", "polvo:cut"], count: 1 },
  "mexilhao-sem-casca-1-kg": {
    fill: ["mexilhaoCarne"],
    props: ["limao:cut", "mexilhaoCarne:whole"],
  },
  "ostras-na-meia-concha": {
    fill: ["ostraConcha"],
    print: ["ostraConcha:whole"],
    props: ["limao:cut", "ostraConcha:whole"],
    count: 6,
  },
  "carne-de-caranguejo-500-g": {
    print: ["caranguejoCarne:whole"],
    props: ["caranguejoPata:whole", "caranguejoCarne:whole"],
  },
  "cauda-de-lagosta-500-g": {
    fill: ["lagostaCauda"],
    props: ["limao:cut", "limao:whole"],
    count: 3,
  },
};
