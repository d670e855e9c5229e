import type { DemoProduct } from "../types.ts";
import { paragraphs, soldBy, weighed } from "./product-fields.ts";

/** Shellfish, squid and octopus. */
export const seafood: DemoProduct[] = [
  {
    slug: "camarao-descascado-1-kg",
    title: "Camarão descascado 1 kg",
    category: "pescados",
    short_desc: "Sete-barbas limpo, médio para miúdo, de sabor concentrado.",
    long_desc: paragraphs(
      "O sete-barbas do litoral paulista é pequeno e tem mais gosto do que muito camarão grande. Vem sem casca, sem cabeça e sem a linha escura, de 150 a 200 por quilo, congelado solto.",
      "Descongele em peneira dentro da geladeira, por quatro horas, e seque. Três minutos no molho quente bastam; cozido além disso, encolhe e endurece.",
    ),
    price: 79.9,
    stock: 140,
    specs: soldBy("unidade", 4.8, { unitsPerBox: 10 }),
  },
  {
    slug: "camarao-cinza-2-kg",
    title: "Camarão cinza 2 kg",
    category: "pescados",
    short_desc: "Com casca e cabeça, 60 a 70 por quilo, bom no alho e óleo.",
    long_desc: paragraphs(
      "Criado no Rio Grande do Norte e congelado inteiro em caixa de dois quilos, no padrão 60/70, que dá um camarão do comprimento do dedo. A casca protege a carne e a cabeça rende um caldo forte para risoto.",
      "Deixe a caixa na geladeira de um dia para o outro. Limpo, um quilo com casca vira uns 600 g de carne.",
    ),
    price: 118.9,
    stock: 33,
    specs: soldBy("unidade", 4.6),
  },
  {
    slug: "mix-de-frutos-do-mar-1-kg",
    title: "Mix de frutos do mar 1 kg",
    category: "pescados",
    short_desc: "Lula, camarão, mexilhão e polvo, limpos e pré-cozidos.",
    long_desc: paragraphs(
      "Por pacote: 350 g de lula em anéis, 250 g de camarão, 250 g de mexilhão e 150 g de polvo, todos com um cozimento breve para chegarem juntos ao ponto.",
      "Em arroz, paella ou macarrão, junte nos seis minutos finais, ainda congelado. Um quilo atende cinco pratos fartos; guarde a −18 °C e feche bem, que o cheiro passa para o sorvete.",
    ),
    price: 72.9,
    stock: 88,
    specs: soldBy("unidade", 4.7, { unitsPerBox: 10 }),
  },
  {
    slug: "lula-em-aneis",
    title: "Lula em anéis",
    category: "pescados",
    short_desc: "Anéis de 1 cm, sem pele, para fritar ou saltear rápido.",
    long_desc: paragraphs(
      "Lula do Atlântico sul, limpa, sem pele e cortada em anéis de um centímetro, com os tentáculos à parte. Solta pouca água, o que faz diferença na hora de fritar.",
      "Ou dois minutos, ou quarenta: no meio-termo ela vira borracha. Para à dorê, passe os anéis já secos em farinha, frite a 190 °C e sirva na hora.",
    ),
    price: 59.9,
    stock: 70,
    specs: soldBy("kg", 4.4),
  },
  {
    slug: "polvo-limpo",
    title: "Polvo limpo",
    category: "pescados",
    short_desc: "Inteiro, sem vísceras nem bico; o freezer já o amaciou.",
    long_desc: paragraphs(
      "Polvo do litoral catarinense, de um quilo a peça, lavado e sem vísceras. O congelamento rompe as fibras, então não é preciso bater nem usar rolha de vinho na panela.",
      "Descongele vinte e quatro horas na geladeira e cozinhe quarenta minutos em fogo baixo, só com cebola e louro. Perde metade do peso: um quilo serve três pessoas.",
    ),
    price: 134.9,
    stock: 24,
    specs: weighed(4.8),
  },
  {
    slug: "mexilhao-sem-casca-1-kg",
    title: "Mexilhão sem casca 1 kg",
    category: "pescados",
    short_desc: "De Palhoça, cozido no vapor e congelado sem areia.",
    long_desc: paragraphs(
      "Palhoça, em Santa Catarina, cultiva a maior parte do mexilhão brasileiro. Este é cozido no vapor, desconchado e lavado duas vezes, para a areia ficar na fábrica.",
      "Refogue congelado por cinco minutos com alho, tomate e vinho branco, ou junte ao arroz no fim do cozimento. O líquido que solta já é caldo: não jogue fora.",
    ),
    price: 42.9,
    stock: 58,
    specs: soldBy("unidade", 4.3, { unitsPerBox: 10 }),
  },
  {
    slug: "ostras-na-meia-concha",
    title: "Ostras na meia concha",
    category: "pescados",
    short_desc: "Uma dúzia de Florianópolis, para gratinar direto do freezer.",
    long_desc: paragraphs(
      "Cultivadas no Ribeirão da Ilha, abertas e congeladas na própria concha, em bandeja de doze. Congelada, a ostra muda de textura e por isso pede forno; para comer crua, prefira a viva.",
      "Cubra com manteiga, alho e queijo e leve ao forno a 220 °C por oito minutos, sem descongelar. Chega em lotes pequenos, às quintas-feiras.",
    ),
    price: 74.9,
    stock: 3,
    specs: soldBy("pacote", 4.9),
  },
  {
    slug: "carne-de-caranguejo-500-g",
    title: "Carne de caranguejo 500 g",
    category: "pescados",
    short_desc: "Catada à mão no Pará, para casquinha, torta e pastel.",
    long_desc: paragraphs(
      "Caranguejo-uçá cozido e catado por marisqueiras do nordeste paraense, com as lascas das patas inteiras. São necessários uns quinze caranguejos para encher um pote.",
      "Descongele na geladeira por dez horas e esprema de leve. Antes de usar, passe a carne entre os dedos à procura de lascas de casca; o pote rende doze casquinhas.",
    ),
    price: 69.9,
    stock: 36,
    specs: soldBy("unidade", 4.7),
  },
  {
    slug: "cauda-de-lagosta-500-g",
    title: "Cauda de lagosta 500 g",
    category: "pescados",
    short_desc: "Duas ou três caudas cearenses com casca, a vácuo.",
    long_desc: paragraphs(
      "A lagosta do Ceará é pescada de maio a outubro; nos outros meses a pesca fecha para a espécie se reproduzir, e vendemos só o que foi congelado antes. Quando esgota, é por isso.",
      "Descongele doze horas na geladeira e corte a casca por baixo com tesoura. Dez minutos de forno a 220 °C, com manteiga, dão o ponto.",
    ),
    price: 149.9,
    stock: 0,
    specs: soldBy("unidade", 4.9),
  },
];
