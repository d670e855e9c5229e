import type { DemoRecipe } from "../types.ts";
import { numberSteps } from "./number-steps.ts";

export const breakfasts: DemoRecipe[] = [
  {
    slug: "acai-na-tigela",
    title: "Açaí na tigela",
    category: "Café da manhã",
    difficulty: "Fácil",
    short_desc: "Grosso a ponto de segurar a colher, adoçado só com banana.",
    long_desc:
      "O ponto depende de pouco líquido e de fruta bem congelada. Se o liquidificador parar, use o pulsar e empurre com uma espátula, com o motor desligado, em vez de pôr mais água.",
    prep_time: 10,
    servings: 2,
    ingredients: [
      "4 sachês de polpa de açaí 100 g",
      "240 g de banana em rodelas, congelada",
      "60 ml de água de coco gelada",
      "6 colheres (sopa) de granola",
      "8 morangos inteiros, descongelados",
      "1 banana fresca em rodelas",
      "Mel a gosto",
    ],
    instructions: numberSteps(
      "Tire os sachês do freezer 5 minutos antes e quebre a polpa com as mãos, sem abrir a embalagem.",
      "Ponha no liquidificador a água de coco, depois o açaí e por fim a banana congelada.",
      "Bata no pulsar, parando para raspar as laterais, até virar um creme sem pedaços. Deve levar de 1 a 2 minutos.",
      "Divida em duas tigelas geladas e cubra com a granola, os morangos e a banana fresca.",
      "Regue com mel e sirva logo.",
    ),
    is_featured: false,
  },
  {
    slug: "panquecas-de-banana-com-mirtilo",
    title: "Panquecas de banana com mirtilo",
    category: "Café da manhã",
    difficulty: "Fácil",
    short_desc: "Doze panquecas altas, com o mirtilo posto na frigideira, não na massa.",
    long_desc:
      "Pôr as frutas sobre a massa já na frigideira evita que tudo fique azul e garante mirtilo em todas. A massa descansa dez minutos, tempo de passar o café.",
    prep_time: 30,
    servings: 4,
    ingredients: [
      "200 g de banana em rodelas, descongelada",
      "120 g de mirtilo inteiro, congelado",
      "2 ovos",
      "180 ml de leite",
      "160 g de farinha de trigo",
      "2 colheres (chá) de fermento em pó",
      "1 colher (sopa) de açúcar",
      "1 pitada de sal",
      "30 g de manteiga",
      "Mel para servir",
    ],
    instructions: numberSteps(
      "Amasse a banana com um garfo e misture os ovos e o leite.",
      "Em outra tigela, junte a farinha, o fermento, o açúcar e o sal. Despeje o líquido e mexa só até não ver farinha seca. Descanse 10 minutos.",
      "Derreta um pouco da manteiga em frigideira antiaderente, em fogo médio-baixo.",
      "Ponha 3 colheres (sopa) de massa por panqueca e espalhe 6 ou 7 mirtilos em cada uma.",
      "Quando as bolhas da superfície abrirem, em cerca de 2 minutos, vire e doure mais 1 minuto e meio. Repita com o resto da massa.",
      "Sirva quentes, com mel.",
    ),
    is_featured: false,
  },
];
