import type { DemoProduct } from "../types.ts";
import { paragraphs, soldBy } from "./product-fields.ts";

/** Frozen berries and their kin. */
export const berries: DemoProduct[] = [
  {
    slug: "morango-inteiro-1-kg",
    title: "Morango inteiro 1 kg",
    category: "frutas-congeladas",
    short_desc: "Sem cabinho e congelado um a um: sai solto do pacote.",
    long_desc: paragraphs(
      "Lavados, sem o cabinho e congelados soltos, os morangos caem um a um na mão, nunca em bloco. Vêm do sul de Minas e são escolhidos já vermelhos, porque fruta congelada não amadurece mais.",
      "Em vitamina e geleia, use sem descongelar. Para torta, deixe uma hora na peneira antes: um quilo solta perto de 150 ml de suco, que você aproveita na calda.",
    ),
    price: 32.9,
    stock: 185,
    specs: soldBy("unidade", 4.8, { unitsPerBox: 10 }),
  },
  {
    slug: "frutas-vermelhas-1-kg",
    title: "Frutas vermelhas 1 kg",
    category: "frutas-congeladas",
    short_desc: "Morango, amora, mirtilo e framboesa, soltos no mesmo pacote.",
    long_desc: paragraphs(
      "A mistura é feita por peso: 400 g de morango em metades, 300 g de amora, 200 g de mirtilo e 100 g de framboesa. Assim a cor e a acidez não mudam de um pacote para outro.",
      "Para calda, leve 500 g ao fogo com 120 g de açúcar por dez minutos, sem água: dá para cobrir um cheesecake de doze fatias. Feche o zíper apertando o ar para fora e guarde a −18 °C.",
    ),
    price: 52.9,
    stock: 150,
    specs: soldBy("unidade", 4.9, { unitsPerBox: 10 }),
  },
  {
    slug: "mirtilo-inteiro-1-kg",
    title: "Mirtilo inteiro 1 kg",
    category: "frutas-congeladas",
    short_desc: "O blueberry chileno, firme e doce, para bolo e iogurte.",
    long_desc: paragraphs(
      "Colhido no sul do Chile de dezembro a março e congelado perto do pomar, chega firme, com a película cerosa da fruta fresca. Uma xícara pesa 150 g; o pacote tem quase sete.",
      "Em bolo e muffin, passe os mirtilos na farinha e misture ainda congelados, senão a massa fica azul. No iogurte, dez minutos de descanso são suficientes.",
    ),
    price: 72.9,
    stock: 64,
    specs: soldBy("unidade", 4.7, { unitsPerBox: 10 }),
  },
  {
    slug: "amora-preta-1-kg",
    title: "Amora-preta 1 kg",
    category: "frutas-congeladas",
    short_desc: "De Vacaria, graúda e azedinha, boa de geleia e de cobertura.",
    long_desc: paragraphs(
      "Em Vacaria, na serra gaúcha, a amora-preta amadurece com noites frias, de novembro a janeiro, e por isso tem cor fechada e acidez viva.",
      "Um quilo com 500 g de açúcar, quarenta minutos em fogo baixo, dá quatro potes de geleia de 240 g. Para decorar bolo, descongele em uma só camada sobre papel-toalha, dentro da geladeira.",
    ),
    price: 45.9,
    stock: 92,
    specs: soldBy("unidade", 4.5, { unitsPerBox: 10 }),
  },
  {
    slug: "framboesa-500-g",
    title: "Framboesa 500 g",
    category: "frutas-congeladas",
    short_desc: "Quase toda inteira, ácida e perfumada, em bandeja rígida.",
    long_desc: paragraphs(
      "Das vermelhas, é a mais delicada: viaja em bandeja, não em saco, e ainda assim uma parte pequena chega partida. A fruta é do Chile, colhida à mão.",
      "Descongele três horas na geladeira, sem empilhar. Fervida oito minutos com 100 g de açúcar e peneirada, a bandeja rende uns 350 ml de coulis.",
    ),
    price: 46.9,
    stock: 9,
    specs: soldBy("unidade", 4.6),
  },
  {
    slug: "cereja-sem-caroco-500-g",
    title: "Cereja sem caroço 500 g",
    category: "frutas-congeladas",
    short_desc: "Fruta de verdade, escura e sem calda, já descaroçada.",
    long_desc: paragraphs(
      "Não é a cereja em calda da confeitaria: é a fruta chilena, escura e carnuda, aberta só pelo furo do descaroçador. Convém conferir uma a uma em receita para crianças, pois algum caroço pode escapar.",
      "Vai ao forno congelada, em clafoutis e tortas. Para floresta negra, descongele na própria tigela e umedeça o bolo com o suco.",
    ),
    price: 56.9,
    stock: 4,
    specs: soldBy("unidade", 4.8),
  },
  {
    slug: "jabuticaba-inteira",
    title: "Jabuticaba inteira",
    category: "frutas-congeladas",
    short_desc: "Sabará congelada com a casca, para licor, geleia e calda.",
    long_desc: paragraphs(
      "A casca da Sabará é fina e aguenta bem o freezer; a fruta racha um pouco ao descongelar, o que facilita extrair o suco. Vem de Casa Branca, em pacotes de um quilo, apenas na primavera.",
      "Licor pede partes iguais de fruta e cachaça e trinta dias de espera. Um quilo cozido em 300 ml de água e coado no pano rende meio litro de suco para geleia.",
    ),
    price: 29.9,
    stock: 0,
    specs: soldBy("kg", 4.6),
  },
  {
    slug: "caixa-de-morango-10-kg",
    title: "Caixa de morango 10 kg",
    category: "frutas-congeladas",
    short_desc: "Dez pacotes de 1 kg para confeitaria, sorveteria e café.",
    long_desc: paragraphs(
      "São os mesmos morangos inteiros do pacote avulso, com preço de quem compra a caixa. Cada quilo vem fechado à parte, e você abre só o da produção do dia.",
      "Para recheio de bolo, calcule 400 g a cada dez fatias, já contando o suco que escorre. A caixa mede 40 × 30 × 25 cm e fica melhor no fundo do freezer, a −18 °C.",
    ),
    price: 298,
    stock: 22,
    specs: soldBy("caixa", 4.7, { unitsPerPackage: 1, packagesPerBox: 10, unitsPerBox: 10 }),
  },
];
