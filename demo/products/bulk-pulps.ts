import type { DemoProduct } from "../types.ts";
import { paragraphs, pulpSoldBy, soldBy } from "./product-fields.ts";

/** Pulps in boxes, buckets and 1 kg bags, for kitchens and counters. */
export const bulkPulps: DemoProduct[] = [
  {
    slug: "caixa-de-polpa-de-maracuja",
    title: "Caixa de polpa de maracujá",
    category: "polpas",
    group: "Caixas",
    short_desc: "48 sachês, mais barato que avulso.",
    long_desc: paragraphs(
      "É a mesma polpa coada dos pacotes, em caixa fechada de 4,8 kg para quem vende suco todos os dias. Diluída a meio litro por sachê, rende 24 litros.",
      "Os quatro pacotes vêm lacrados dentro da caixa: abra um de cada vez e mantenha os outros a −18 °C. No freezer, empilhe cinco caixas no máximo.",
    ),
    price: 165.9,
    stock: 42,
    specs: pulpSoldBy("caixa", 4.9),
  },
  {
    slug: "caixa-de-polpas-sortidas",
    title: "Caixa de polpas sortidas",
    category: "polpas",
    group: "Caixas",
    short_desc: "Acerola, goiaba, manga e maracujá.",
    long_desc: paragraphs(
      "Doze sachês de cada um dos quatro sabores que mais saem, para montar um cardápio de sucos sem encher o freezer. Lanchonete que está começando costuma levar esta e, no segundo mês, já sabe o que pedir à parte.",
      "Cada sabor tem o próprio pacote, com a dose de água impressa no verso do sachê.",
    ),
    price: 119.9,
    stock: 35,
    specs: pulpSoldBy("caixa", 4.8),
  },
  {
    slug: "acai-puro-em-balde-5-kg",
    title: "Açaí puro em balde 5 kg",
    category: "polpas",
    group: "Baldes",
    short_desc: "Sem açúcar, para a própria receita.",
    long_desc: paragraphs(
      "Mesmo açaí dos sachês, de Igarapé-Miri, envasado em balde para a açaiteria que adoça do seu jeito. Não leva xarope, espessante nem corante.",
      "Passe o balde do freezer para a geladeira na noite anterior e mexa do fundo para cima antes de usar. Aberto e refrigerado, consuma em três dias; rende 25 tigelas de 300 ml.",
    ),
    price: 162.9,
    stock: 54,
    specs: pulpSoldBy("unidade", 4.8),
  },
  {
    slug: "acai-com-guarana-10-kg",
    title: "Açaí com guaraná 10 kg",
    category: "polpas",
    group: "Caixas",
    short_desc: "Pronto: em bola ou na colher.",
    long_desc: paragraphs(
      "Batido com xarope de guaraná e congelado já cremoso, no ponto de bolear. É o açaí doce que o paulista conhece, pensado para copo, barca e self-service.",
      "Sirva entre −12 °C e −10 °C, na vitrine de sorvete; guardado a −18 °C, tire meia hora antes. A caixa enche cerca de 35 copos de 300 ml.",
    ),
    price: 154.9,
    stock: 68,
    specs: pulpSoldBy("unidade", 4.7),
  },
  {
    slug: "creme-de-cupuacu-5-kg",
    title: "Creme de cupuaçu 5 kg",
    category: "polpas",
    group: "Baldes",
    short_desc: "Doce e cremoso, o par do açaí.",
    long_desc: paragraphs(
      "Feito com polpa paraense, leite e açúcar, batido até ficar liso. Metade creme, metade açaí é o pedido que mais cresce nas açaiterias que atendemos.",
      "Tire do freezer vinte minutos antes e use colher molhada em água quente. Contém leite; depois de descongelado por inteiro, não volte a congelar.",
    ),
    price: 112.9,
    stock: 8,
    specs: pulpSoldBy("unidade", 4.6),
  },
  {
    slug: "maracuja-com-semente-1-kg",
    title: "Maracujá com semente 1 kg",
    category: "polpas",
    group: "Pacotes de 1 kg",
    short_desc: "Para decorar, drinques e caldas.",
    long_desc: paragraphs(
      "Aqui a semente fica: é ela que dá o crocante na mousse, na caipirinha e no peixe grelhado. Um quilo equivale à polpa de umas quinze frutas, sem casca para jogar fora.",
      "Descongele o pacote fechado, oito horas na geladeira, e guarde o resto em pote tampado por até quatro dias.",
    ),
    price: 38.9,
    stock: 82,
    specs: soldBy("unidade", 4.7, { unitsPerPackage: 1, packagesPerBox: 10, unitsPerBox: 10 }),
  },
  {
    slug: "polpa-de-limao-taiti-1-kg",
    title: "Polpa de limão-taiti 1 kg",
    category: "polpas",
    group: "Pacotes de 1 kg",
    short_desc: "Só suco espremido, sem água.",
    long_desc: paragraphs(
      "Limões de Itajobi, espremidos sem prensar a casca, que é de onde vem o amargo. Para um bar, são umas duas horas de espremedor a menos por semana.",
      "Cada quilo corresponde a cerca de 25 limões. Descongele na geladeira e use em até três dias, em garrafa bem fechada.",
    ),
    price: 22.9,
    stock: 130,
    specs: soldBy("unidade", 4.4, { unitsPerPackage: 1, packagesPerBox: 10, unitsPerBox: 10 }),
  },
];
