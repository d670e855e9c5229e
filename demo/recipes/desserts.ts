import type { DemoRecipe } from "../types.ts";
import { numberSteps } from "./number-steps.ts";

export const desserts: DemoRecipe[] = [
  {
    slug: "mousse-de-maracuja",
    title: "Mousse de maracujá",
    category: "Sobremesas",
    difficulty: "Fácil",
    short_desc: "Três ingredientes no liquidificador e uma calda com as sementes.",
    long_desc:
      "Feita com polpa, ela é mais ácida que a de suco de garrafa e firma sem gelatina, porque o ácido engrossa o leite condensado. Prepare na véspera: no dia seguinte está ainda melhor.",
    prep_time: 20,
    servings: 8,
    ingredients: [
      "2 sachês de polpa de maracujá 100 g, descongelados",
      "1 lata de leite condensado (395 g)",
      "2 caixinhas de creme de leite gelado (400 g)",
      "100 g de maracujá com semente, para a calda",
      "3 colheres (sopa) de açúcar",
    ],
    instructions: numberSteps(
      "Bata no liquidificador o leite condensado e o creme de leite por 1 minuto.",
      "Com o aparelho ligado, despeje a polpa aos poucos e bata mais 2 minutos, até engrossar.",
      "Distribua em 8 taças e leve à geladeira por 4 horas, no mínimo.",
      "Para a calda, ferva o maracujá com semente e o açúcar por 3 minutos, mexendo. Deixe esfriar por completo.",
      "Na hora de servir, ponha uma colher de calda sobre cada taça.",
    ),
    is_featured: false,
  },
  {
    slug: "cheesecake-de-frutas-vermelhas",
    title: "Cheesecake de frutas vermelhas",
    category: "Sobremesas",
    difficulty: "Médio",
    short_desc: "Assado em forno baixo, coberto com uma calda que escorre pela lateral.",
    long_desc:
      "O forno a 160 °C e o descanso com a porta entreaberta evitam a rachadura no meio. Conte seis horas de geladeira além do preparo. A calda usa meio pacote de frutas vermelhas, direto do freezer.",
    prep_time: 90,
    servings: 12,
    ingredients: [
      "200 g de biscoito maisena",
      "100 g de manteiga derretida",
      "600 g de cream cheese em temperatura ambiente",
      "150 g de açúcar, para o creme",
      "3 ovos",
      "200 g de creme de leite",
      "1 colher (sopa) de amido de milho",
      "Raspas de 1 limão",
      "500 g de frutas vermelhas congeladas",
      "120 g de açúcar, para a calda",
    ],
    instructions: numberSteps(
      "Triture o biscoito, misture a manteiga e aperte no fundo de uma forma de aro removível de 22 cm. Asse por 10 minutos a 160 °C.",
      "Bata o cream cheese com os 150 g de açúcar em velocidade baixa, só até alisar. Junte os ovos um a um, depois o creme de leite, o amido e as raspas.",
      "Despeje sobre a base e asse a 160 °C por 50 minutos: a borda firma e o centro ainda treme um pouco.",
      "Desligue o forno, deixe a porta entreaberta por 1 hora e leve o doce à geladeira por 6 horas.",
      "Ferva as frutas com os 120 g de açúcar por 10 minutos, sem água, mexendo pouco para não desmanchar. Esfrie.",
      "Desenforme, cubra com a calda fria e corte com faca molhada em água quente.",
    ),
    is_featured: false,
  },
  {
    slug: "picole-de-manga-com-coco",
    title: "Picolé de manga com coco",
    category: "Sobremesas",
    difficulty: "Fácil",
    short_desc: "Cremoso sem sorveteira, com lascas de coco em cada mordida.",
    long_desc:
      "A manga congelada já sai do liquidificador quase no ponto de sorvete, e por isso os cristais ficam pequenos. São vinte minutos de trabalho e seis horas de freezer, em oito formas de 80 ml.",
    prep_time: 20,
    servings: 8,
    ingredients: [
      "400 g de manga em cubos, congelada",
      "200 ml de leite de coco",
      "3 colheres (sopa) de açúcar",
      "Suco de meio limão",
      "60 g de coco em pedaços, ralado grosso",
    ],
    instructions: numberSteps(
      "Deixe a manga 5 minutos fora do freezer.",
      "Bata com o leite de coco, o açúcar e o limão até virar um creme liso, de 1 a 2 minutos.",
      "Misture o coco ralado com uma colher, sem bater.",
      "Encha as formas, deixando meio centímetro livre, bata de leve na bancada para soltar o ar e encaixe os palitos.",
      "Congele por 6 horas. Para desenformar, mergulhe a forma em água morna por 10 segundos.",
    ),
    is_featured: false,
  },
];
