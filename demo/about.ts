import type { AboutPage } from "#app/domain/company/schema.ts";

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
      "Fazer chegar à sua cozinha fruta e peixe com o gosto que tinham na origem, a −18 °C até a sua porta.",
    vision:
      "Ser o primeiro número que se chama no interior paulista quando falta polpa, fruta, gelo ou peixe.",
  },
  values: [
    {
      title: "Dizer de onde vem",
      description: "Todo produto traz a origem na descrição.",
    },
    {
      title: "Frio sem intervalo",
      description: "Da câmara ao caminhão, a temperatura é medida e anotada.",
    },
    {
      title: "Preço conversado",
      description: "Confirmamos estoque, peso e entrega, e só depois você paga.",
    },
    {
      title: "Respeito à safra e ao defeso",
      description: "Fora da época mostramos a prateleira vazia.",
    },
  ],
  timeline: [
    {
      year: "1994",
      title: "A banca de peixe",
      description:
        "Um casal compra pescado em Santos e vende na feira livre de Jundiaí, sobre gelo picado.",
    },
    {
      year: "2003",
      title: "Fruta na mesma caminhonete",
      description:
        "Nasce a primeira polpa, da fruta madura demais para o mercado, em cozinha alugada.",
    },
    {
      year: "2010",
      title: "A distribuidora",
      description: "Os filhos abrem a Pomar e constroem a primeira câmara fria, para 20 toneladas.",
    },
    {
      year: "2026",
      title: "Pedidos pela internet",
      description: "O caderno de recados dá lugar a este site; o telefone continua o mesmo.",
    },
  ],
  team: [
    {
      title: "Compras",
      subtitle: "Na roça e no cais",
      description: "Prova antes de fechar e recusa carga quando é preciso.",
    },
    {
      title: "Qualidade",
      subtitle: "Responsável técnica veterinária",
      description: "Confere documento, temperatura e rótulo de cada lote.",
    },
    {
      title: "Atendimento",
      subtitle: "Telefone e WhatsApp",
      description: "Confirma cada pedido e sugere troca quando falta um item.",
    },
  ],
  certifications: ["Registro no MAPA", "Pescados com SIF", "Responsável técnica no CRMV-SP"],
};
