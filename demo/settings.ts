import { defaultColors } from "#app/domain/company/colors.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { aboutPage } from "./about.ts";
import { policies } from "./policies.ts";

const workday = { opens: "08:00", closes: "18:00" };

/** The settings row; picture fields contain keys that `rows.ts` replaces by URLs. */
export const settings: Omit<Settings, "id" | "version"> = {
  site_name: "Pomar",
  logo: "logo",
  policies,
  seo_default: {
    title: "Pomar: polpas, frutas congeladas, gelo e pescados",
    description:
      "Distribuidora em Jundiaí de polpas de fruta, frutas congeladas, gelo saborizado e pescados, no atacado e no varejo. Monte o pedido e receba congelado.",
    keywords:
      "polpa de fruta, açaí, frutas congeladas, gelo saborizado, pescados congelados, distribuidora de congelados, atacado, Jundiaí",
    author: "Pomar",
    og_title: "Pomar, o freezer cheio de fruta e de mar",
    og_description:
      "Polpas, frutas congeladas, gelo saborizado e pescados para empresas e para a sua casa, entregues a −18 °C.",
    og_image: "og-image",
  },
  colors: { ...defaultColors },
  payment_methods: ["PIX", "Cartão de Crédito", "Cartão de Débito", "Dinheiro", "Boleto"],
  order_messages: null,
  customer_mails: ["confirmado", "entregue", "cancelado"],
  outside_zones: "combinar",
  pickup: null,
  confirmed_orders_open: false,
  pix: {
    key: "contato@pomar.example",
    merchant_name: "Pomar Distribuidora",
    merchant_city: "Jundiaí",
  },
  payment_terms: { Boleto: { audience: "cnpj", days: 28 } },
  delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 300 },
  phone: "(11) 4000-0000",
  email: "contato@pomar.example, pedidos@pomar.example",
  whatsapp: "+55 (11) 90000-0000",
  hero_image_url: "home-hero",
  hero_image_focus: "bottom",
  premium_fruits_image_url: "premium-fruits",
  recipes_hero_title: "Receitas para o que está no freezer",
  recipes_hero_subtitle:
    "Pratos, sobremesas e bebidas feitos com o que vendemos, nas medidas em que a embalagem vem.",
  recipes_hero_image_url: "recipes-hero",
  about_page_content: aboutPage,
  retention_months: 0,
  stage: "demo",
  show_ratings: true,
  legal_name: "Pomar Distribuidora de Alimentos Ltda.",
  fiscal: { cfop: "5102" },
  cnpj: "11222333000181",
  address: {
    street: "Rua das Jabuticabeiras, 480",
    neighborhood: "Distrito Industrial",
    city: "Jundiaí",
    state: "SP",
    zipCode: "13213000",
    map_url: "",
  },
  opening_hours: {
    week: [workday, workday, workday, workday, workday, { opens: "08:00", closes: "12:00" }, null],
    holidays: [],
  },
  service_types: [
    {
      name: "Atacado",
      description:
        "Caixas e volume para restaurantes, bares, mercados e revendas, com preço combinado.",
    },
    {
      name: "Varejo",
      description: "A partir de uma unidade, para a sua casa ou para a festa do fim de semana.",
    },
    {
      name: "Delivery",
      description: "Entregamos congelado na sua porta. Taxa e pedido mínimo aparecem no carrinho.",
    },
  ],
  home_hero_title: "O freezer cheio de fruta e de mar",
  home_hero_text: "Para bares, restaurantes e a sua casa. Peça sem cadastro.",
  page_texts: {
    categories_title: "Quatro prateleiras, tudo a −18 °C",
    premium_text:
      "Colhidas maduras, cortadas e congeladas soltas no mesmo dia. Abra o pacote, use o que a receita pede e feche: o resto continua inteiro.",
    steps_title: "Do site ao seu freezer em três passos",
    steps: [
      {
        title: "Monte o carrinho",
        text: "O preço já vem por caixa, pacote, quilo ou unidade, como o produto é vendido. Não precisa de cadastro nem de senha.",
      },
      {
        title: "Envie o pedido",
        text: "Nome, contato e endereço bastam. Nada é cobrado no site: o pedido chega para a gente separar.",
      },
      {
        title: "Receba congelado",
        text: "Chamamos você para combinar entrega e pagamento.",
      },
    ],
    about_title: "Quem enche freezer há tempo sabe escolher",
    strengths: [
      {
        title: "Congelado no ponto",
        text: "A fruta entra no freezer madura, no dia da colheita ou no seguinte. Por isso o gosto é o da safra, em qualquer mês.",
      },
      {
        title: "O frio não se quebra",
        text: "Da nossa câmara até a sua porta, a carga viaja a −18 °C. O que chegar amolecido, a gente troca.",
      },
      {
        title: "Do sachê à caixa fechada",
        text: "Quem tem um bar leva por caixa; quem tem uma cozinha leva por unidade. O atendimento é o mesmo.",
      },
    ],
    help_text:
      "Mande a lista do jeito que estiver. Respondemos em horário comercial com preço, estoque e dia de entrega.",
    footer_line: "Polpas, frutas, gelo e pescados congelados para empresas e para a sua casa.",
    contact_intro:
      "Preço para o seu volume, prazo de entrega, um produto que não achou: quem responde conhece a câmara fria por dentro.",
    home_claims: [
      { number: "15+", label: "anos" },
      { number: "1000+", label: "clientes" },
      { number: "100%", label: "natural" },
    ],
    contact_claim: { number: "30+ anos", label: "levando fruta e peixe gelados a quem cozinha." },
    testimonial: {
      quote:
        "Peço na segunda, recebo na terça e a polpa chega dura como pedra. O suco do restaurante tem o mesmo gosto o ano inteiro.",
      author: "Marta, dona de restaurante em Jundiaí",
    },
  },
  social_links: [],
};
