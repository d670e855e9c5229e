import type { AboutPage } from "#app/domain/settings/schema.ts";

/** The 'Sobre' page; `hero.image_url` is the key of a picture, which `rows.ts` replaces by a URL. */
export const aboutPage: AboutPage = {
  hero: {
    title: "De uma banca de peixe a uma câmara fria",
    subtitle:
      "A Pomar é uma distribuidora de família que leva polpas, frutas congeladas, gelo e pescados a cozinhas, bares, mercados e casas da região de Jundiaí.",
    location: "Rua das Jabuticabeiras, 480, Distrito Industrial, Jundiaí, SP",
    image_url: "about-hero",
  },
  stats: [
    { number: "30+", label: "anos da família no ramo" },
    { number: "15+", label: "anos de distribuidora" },
    { number: "1000+", label: "clientes atendidos" },
    { number: "100%", label: "natural, sem corante" },
  ],
  mission_vision: {
    mission:
      "Fazer chegar à sua cozinha fruta e peixe com o gosto que tinham na origem: escolhidos na safra, congelados perto de onde nascem e mantidos a −18 °C até a sua porta.",
    vision:
      "Ser o primeiro número que se chama no interior paulista quando falta polpa, fruta, gelo ou peixe, tanto pelo chef que compra cem quilos quanto por quem quer um pacote para o domingo.",
  },
  values: [
    {
      title: "Dizer de onde vem",
      description:
        "Todo produto traz a origem na descrição. Quando a safra muda de região, mudamos o texto antes de mudar o estoque.",
    },
    {
      title: "Frio sem intervalo",
      description:
        "Da câmara ao caminhão, a temperatura é medida e anotada. Se uma carga esquenta no caminho, volta com o motorista.",
    },
    {
      title: "Preço conversado",
      description:
        "O pedido do site é um pedido, não uma cobrança. Ligamos, confirmamos estoque, peso e entrega, e só depois você paga.",
    },
    {
      title: "Respeito à safra e ao defeso",
      description:
        "Umbu, jabuticaba e lagosta têm a sua época. Fora dela preferimos mostrar a prateleira vazia.",
    },
  ],
  timeline: [
    {
      year: "1994",
      title: "A banca de peixe",
      description:
        "Um casal desce a serra três vezes por semana, compra pescado em Santos e vende na feira livre de Jundiaí, sobre gelo picado.",
    },
    {
      year: "2003",
      title: "Fruta na mesma caminhonete",
      description:
        "Sitiantes de Louveira e Itupeva pedem ajuda para vender a fruta madura demais para o mercado. Nasce a primeira polpa, feita em cozinha alugada.",
    },
    {
      year: "2010",
      title: "A distribuidora",
      description:
        "Os filhos assumem o negócio, abrem a empresa com o nome de Pomar e constroem a primeira câmara fria, para 20 toneladas.",
    },
    {
      year: "2018",
      title: "Câmara nova e frota própria",
      description:
        "A capacidade passa a 120 toneladas e as entregas deixam de ser terceirizadas: quatro caminhões refrigerados, com motoristas da casa.",
    },
    {
      year: "2026",
      title: "Pedidos pela internet",
      description:
        "O caderno de recados dá lugar a este site, e o atendimento por telefone continua o mesmo.",
    },
  ],
  team: [
    {
      title: "Compras",
      subtitle: "Na roça e no cais",
      description:
        "Visita fornecedores na safra, prova antes de fechar e recusa carga quando é preciso.",
    },
    {
      title: "Qualidade",
      subtitle: "Responsável técnica veterinária",
      description:
        "Confere documento, temperatura e rótulo de cada lote e guarda uma amostra até o fim da validade.",
    },
    {
      title: "Atendimento",
      subtitle: "Telefone e WhatsApp",
      description:
        "Confirma cada pedido, sugere troca quando falta um item e sabe explicar como descongelar.",
    },
  ],
  certifications: ["Registro no MAPA", "Pescados com SIF", "Responsável técnica no CRMV-SP"],
};
