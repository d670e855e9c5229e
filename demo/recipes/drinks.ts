import type { DemoRecipe } from "../types.ts";
import { numberSteps } from "./number-steps.ts";

export const drinks: DemoRecipe[] = [
  {
    slug: "suco-de-acerola-com-laranja",
    title: "Suco de acerola com laranja",
    category: "Sucos",
    difficulty: "Fácil",
    short_desc: "A laranja adoça a acerola, e a jarra sai sem açúcar.",
    long_desc:
      "Bater a polpa congelada com o suco já gela a jarra, sem diluir com cubos. Se a laranja estiver azeda, uma colher de mel resolve. Tome em seguida: parado, o suco separa.",
    prep_time: 10,
    servings: 4,
    ingredients: [
      "4 sachês de polpa de acerola 100 g, ainda congelados",
      "600 ml de suco de laranja (cerca de 8 laranjas)",
      "200 ml de água gelada",
      "1 colher (sopa) de mel, se precisar",
    ],
    instructions: numberSteps(
      "Esprema as laranjas e passe o suco pela peneira.",
      "Passe os sachês fechados em água corrente por 10 segundos, para a polpa soltar, e quebre cada um em três pedaços.",
      "Bata a polpa com o suco e a água por 30 segundos, em velocidade média, para não espumar.",
      "Prove, adoce com o mel se for o caso e sirva na hora, em 4 copos de 300 ml.",
    ),
    is_featured: false,
  },
  {
    slug: "limonada-de-melancia",
    title: "Limonada de melancia",
    category: "Sucos",
    difficulty: "Fácil",
    short_desc: "O gelo vira a fruta: dois copos, limão e água com gás.",
    long_desc:
      "Os blocos de melancia derretem aos poucos e mudam a cor da jarra durante o almoço. Como já são adoçados, não leva açúcar. É uma boa saída sem álcool para festa em que os outros estão no gim.",
    prep_time: 8,
    servings: 4,
    ingredients: [
      "2 copos de gelo de melancia 200 g",
      "600 ml de água com gás bem gelada",
      "80 ml de suco de limão-taiti (2 limões grandes)",
      "10 folhas de hortelã",
      "1 limão em rodelas",
    ],
    instructions: numberSteps(
      "Deixe os copos de gelo fora do freezer por 5 minutos, retire a tampa e vire os blocos numa jarra de 1,5 litro.",
      "Bata com uma colher para quebrar cada bloco em três ou quatro pedaços.",
      "Aperte as folhas de hortelã entre as mãos e jogue na jarra com o suco de limão e as rodelas.",
      "Complete com a água com gás devagar, pela lateral, e mexa uma vez de baixo para cima.",
    ),
    is_featured: false,
  },
  {
    slug: "gim-tonica-de-gengibre",
    title: "Gim-tônica de gengibre",
    category: "Drinques",
    difficulty: "Fácil",
    short_desc: "Começa seca e termina com o ardor do gengibre, à medida que o gelo cede.",
    long_desc:
      "Aqui o gelo faz o trabalho do xarope: o primeiro gole é de gim-tônica comum e o último, de limão com gengibre. Use taça grande, de pelo menos 500 ml. Bebida para maiores de 18 anos.",
    prep_time: 5,
    servings: 2,
    ingredients: [
      "2 copos de gelo de limão e gengibre",
      "100 ml de gim",
      "300 ml de água tônica gelada",
      "2 tiras de casca de limão, sem a parte branca",
      "2 raminhos de alecrim",
    ],
    instructions: numberSteps(
      "Gele as taças por alguns minutos com água e cubos comuns e esvazie.",
      "Solte um bloco de gelo em cada taça, apertando o fundo do copo.",
      "Despeje 50 ml de gim sobre o gelo e complete com 150 ml de tônica, devagar, para manter o gás.",
      "Torça a casca de limão sobre a taça, esfregue na borda e deixe cair. Finalize com o alecrim e mexa só uma vez.",
    ),
    is_featured: false,
  },
];
