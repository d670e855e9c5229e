import type { DemoProduct } from "../types.ts";
import { paragraphs, soldBy } from "./product-fields.ts";

/** Ice in bags and ice sticks. */
export const iceBags: DemoProduct[] = [
  {
    slug: "gelo-de-coco-em-cubos-2-kg",
    title: "Gelo de coco em cubos 2 kg",
    category: "gelo-saborizado",
    group: "Sacos",
    short_desc: "Água de coco para jarra e coquetel.",
    long_desc: paragraphs(
      "A água de coco do copo, agora em cubos de 25 g, para quem serve em jarra ou quer dosar. O pacote tem cerca de oitenta cubos, quatro por drinque.",
      "Sacuda antes de abrir para soltar os cubos e feche com o próprio zíper. Em temperatura de mesa eles duram uns vinte e cinco minutos inteiros.",
    ),
    price: 27.9,
    stock: 72,
    specs: soldBy("unidade", 4.8),
  },
  {
    slug: "gelo-filtrado-5-kg",
    title: "Gelo filtrado 5 kg",
    category: "gelo-saborizado",
    group: "Sacos",
    short_desc: "Cubos para festa e caixa térmica.",
    long_desc: paragraphs(
      "Cubos cheios, sem o furo no meio que derrete depressa, feitos com água filtrada e ensacados por máquina. Um saco gela 24 latas na caixa térmica ou serve umas 25 pessoas.",
      "Entregamos no mesmo caminhão dos congelados. Se os cubos grudarem, bata o saco fechado na bancada, sem usar faca.",
    ),
    price: 14.9,
    stock: 400,
    specs: soldBy("unidade", 4.6),
  },
  {
    slug: "gelinho-de-manga",
    title: "Gelinho de manga",
    category: "gelo-saborizado",
    group: "Gelinhos",
    short_desc: "Com leite; no Rio se chama sacolé.",
    long_desc: paragraphs(
      "Gelinho em São Paulo, geladinho na Bahia, sacolé no Rio: manga Ubá batida com leite e um pouco de açúcar, em tubos de 70 g. A textura é de picolé cremoso, fácil de morder.",
      "O pacote traz doze tubos prontos para revenda em cantina ou portão. Contém leite; guarde deitado, a −18 °C.",
    ),
    price: 23.9,
    stock: 130,
    specs: soldBy("pacote", 4.7),
  },
  {
    slug: "gelinho-de-goiaba",
    title: "Gelinho de goiaba",
    category: "gelo-saborizado",
    group: "Gelinhos",
    short_desc: "Sem leite, em tubos de 70 g.",
    long_desc: paragraphs(
      "Feito de goiaba Paluma, água e açúcar, mais próximo de um picolé de fruta. Não leva leite, e a goiaba grossa evita as pedras de gelo no meio do tubo.",
      "Corte a ponta com tesoura e espere um minuto antes da primeira mordida. São doze por pacote, todos com o lacre da data de fabricação.",
    ),
    price: 21.9,
    stock: 10,
    specs: soldBy("pacote", 4.5),
  },
];
