import { plainText } from "#app/shared/plain-text.ts";
import type { AssortmentName } from "./assortments.ts";
import type { TableName } from "./price-tables.ts";

/**
 * Invented customers in and around Jundiaí. The documents have valid check digits; the phone numbers begin as none that is
 * assigned; the e-mail addresses cannot exist.
 */
export type DemoCustomer = {
  name: string;
  /** Of a company, as people call it. */
  trade_name?: string;
  contact?: string;
  document: string;
  email: string;
  phone: string;
  address: {
    zipCode: string;
    street: string;
    number: string;
    complement?: string;
    neighborhood: string;
    city: string;
    state: "SP";
  };
  assortment: AssortmentName;
  /** How often they order, compared with the others. */
  weight: number;
  table?: TableName;
  /** Days until an invoice is due. */
  terms?: number;
  credit_limit?: number;
  /** Of one who pays by the month. */
  billing_closing_day?: number;
  billing_due_day?: number;
  note?: string;
  blocked?: boolean;
};

const jundiai = { city: "Jundiaí", state: "SP" } as const;

const companies: DemoCustomer[] = [
  {
    name: "Quintal da Lenha Restaurante Ltda.",
    trade_name: "Quintal da Lenha",
    contact: "Rosângela",
    document: "21304050000132",
    email: "compras@quintaldalenha.example",
    phone: "11904123377",
    address: {
      zipCode: "13208120",
      street: "Rua das Paineiras",
      number: "215",
      neighborhood: "Vila Arens",
      ...jundiai,
    },
    assortment: "restaurant",
    weight: 9,
    table: "Restaurantes e bares",
    terms: 14,
    credit_limit: 4000,
    note: "Recebe pela porta dos fundos, até as 11h.",
  },
  {
    name: "Boteco do Tião Bar e Petiscaria ME",
    trade_name: "Boteco do Tião",
    contact: "Sebastião",
    document: "32415060000161",
    email: "tiao@botecodotiao.example",
    phone: "11903318844",
    address: {
      zipCode: "13201804",
      street: "Rua Barão do Cafezal",
      number: "78",
      neighborhood: "Centro",
      ...jundiai,
    },
    assortment: "bar",
    weight: 9,
    table: "Restaurantes e bares",
  },
  {
    name: "Sucos da Praça Lanchonete Ltda.",
    trade_name: "Sucos da Praça",
    contact: "Mei Lin",
    document: "43526070000190",
    email: "pedidos@sucosdapraca.example",
    phone: "11904457712",
    address: {
      zipCode: "13207450",
      street: "Praça das Jabuticabas",
      number: "12",
      complement: "Box 4",
      neighborhood: "Ponte São João",
      ...jundiai,
    },
    assortment: "juices",
    weight: 10,
    table: "Restaurantes e bares",
    terms: 7,
  },
  {
    name: "Academia Fôlego Esportes Ltda.",
    trade_name: "Fôlego",
    contact: "Jéssica",
    document: "54637080000110",
    email: "cantina@folego.example",
    phone: "11902265590",
    address: {
      zipCode: "13212030",
      street: "Avenida dos Ipês",
      number: "1890",
      neighborhood: "Eloy Chaves",
      ...jundiai,
    },
    assortment: "acai",
    weight: 6,
  },
  {
    name: "Mercadinho Irmãos Okabe Ltda.",
    trade_name: "Mercadinho Okabe",
    contact: "Hideo",
    document: "65748090000149",
    email: "okabe@mercadinhookabe.example",
    phone: "1140001120",
    address: {
      zipCode: "13220310",
      street: "Rua das Acácias",
      number: "640",
      neighborhood: "Vila Iguaçu",
      city: "Várzea Paulista",
      state: "SP",
    },
    assortment: "market",
    weight: 6,
    table: "Revenda",
    terms: 28,
    credit_limit: 8000,
  },
  {
    name: "Pousada Serra dos Cristais Ltda.",
    trade_name: "Pousada Cristais",
    contact: "Amália",
    document: "76859100000130",
    email: "cozinha@pousadacristais.example",
    phone: "11904980066",
    address: {
      zipCode: "13295210",
      street: "Estrada da Mina",
      number: "3300",
      neighborhood: "Monte Serrat",
      city: "Itupeva",
      state: "SP",
    },
    assortment: "hotel",
    weight: 5,
    terms: 21,
  },
  {
    name: "Cantina Onda Azul Restaurante ME",
    trade_name: "Onda Azul",
    contact: "Kenji",
    document: "87960210000100",
    email: "kenji@ondaazul.example",
    phone: "11903672214",
    address: {
      zipCode: "13280140",
      street: "Rua do Observatório",
      number: "55",
      neighborhood: "Capela",
      city: "Vinhedo",
      state: "SP",
    },
    assortment: "seafood",
    weight: 7,
    table: "Restaurantes e bares",
    note: "Salmão e atum em peças de até 2 kg.",
  },
  {
    name: "Empório Dona Zilá Comércio de Alimentos Ltda.",
    trade_name: "Empório Dona Zilá",
    contact: "Zilá",
    document: "98071320000137",
    email: "emporio@donazila.example",
    phone: "11902774431",
    address: {
      zipCode: "13209060",
      street: "Rua das Mangueiras",
      number: "431",
      neighborhood: "Vianelo",
      ...jundiai,
    },
    assortment: "market",
    weight: 6,
    table: "Revenda",
    terms: 28,
    credit_limit: 6000,
  },
  {
    name: "Creche e Escola Caminho das Letras Ltda.",
    trade_name: "Caminho das Letras",
    contact: "Irmã Celeste",
    document: "19182430000108",
    email: "nutricao@caminhodasletras.example",
    phone: "1140002230",
    address: {
      zipCode: "13214580",
      street: "Rua dos Girassóis",
      number: "902",
      neighborhood: "Jardim Tamoio",
      ...jundiai,
    },
    assortment: "school",
    weight: 4,
    billing_closing_day: 25,
    billing_due_day: 10,
    note: "Nota fiscal sempre no nome da mantenedora.",
  },
  {
    name: "Eventos Pé de Valsa Ltda.",
    trade_name: "Pé de Valsa Eventos",
    contact: "Thaís",
    document: "20293540000118",
    email: "producao@pedevalsa.example",
    phone: "11904015528",
    address: {
      zipCode: "13211200",
      street: "Rua Visconde do Retiro",
      number: "1275",
      neighborhood: "Retiro",
      ...jundiai,
    },
    assortment: "bar",
    weight: 4,
    blocked: true,
    note: "Boleto protestado em agosto: só com pagamento adiantado.",
  },
  {
    name: "Sorveteria Nuvem Doce ME",
    trade_name: "Nuvem Doce",
    contact: "Benê",
    document: "31304650000154",
    email: "bene@nuvemdoce.example",
    phone: "11903549017",
    address: {
      zipCode: "13231080",
      street: "Avenida das Araucárias",
      number: "48",
      neighborhood: "Botujuru",
      city: "Campo Limpo Paulista",
      state: "SP",
    },
    assortment: "acai",
    weight: 5,
    table: "Revenda",
  },
  {
    name: "Refeitório Sabor da Obra Ltda.",
    trade_name: "Sabor da Obra",
    contact: "Jurandir",
    document: "42415760000100",
    email: "jurandir@sabordaobra.example",
    phone: "11902883346",
    address: {
      zipCode: "13252400",
      street: "Rodovia dos Laranjais",
      number: "km 6",
      neighborhood: "Distrito Industrial",
      city: "Itatiba",
      state: "SP",
    },
    assortment: "restaurant",
    weight: 3,
    note: "Fora das zonas: combinar o dia por telefone.",
  },
];

const families: DemoCustomer[] = [
  person("Luciana Prado", "31002014859", "11904331108", 6, "13208230", "Rua das Paineiras", "88", {
    neighborhood: "Vila Arens",
  }),
  person(
    "Davi Nakamura",
    "32013025890",
    "11903127765",
    5,
    "13202250",
    "Rua do Rosário Velho",
    "410",
    {
      neighborhood: "Centro",
      complement: "Apto 31",
    },
  ),
  person("Iracema dos Anjos", "33024036822", "11902450923", 5, "13207600", "Rua da Ponte", "57", {
    neighborhood: "Ponte São João",
  }),
  person(
    "Otávio Bragança",
    "34035047864",
    "11904769932",
    4,
    "13212180",
    "Alameda dos Jacarandás",
    "22",
    {
      neighborhood: "Eloy Chaves",
      table: "Vizinhos e equipe",
    },
  ),
  person(
    "Yasmin Haddad",
    "35046058804",
    "11903086641",
    5,
    "13208000",
    "Avenida das Pitangueiras",
    "1501",
    {
      neighborhood: "Anhangabaú",
      complement: "Torre B, 112",
      note: "Não tem elevador de carga.",
    },
  ),
  person(
    "Ubiratan Guarani",
    "36057069838",
    "11902917754",
    3,
    "13218040",
    "Rua das Corruíras",
    "9",
    {
      neighborhood: "Vila Hortolândia",
    },
  ),
  person(
    "Priscila Wernek",
    "37068070841",
    "11904208870",
    4,
    "13209310",
    "Rua das Mangueiras",
    "700",
    {
      neighborhood: "Vianelo",
    },
  ),
  person(
    "Joaquim Sant'Anna",
    "38079081883",
    "11903760158",
    3,
    "13221040",
    "Rua do Cruzeiro",
    "133",
    {
      neighborhood: "Jardim Promeca",
      city: "Várzea Paulista",
    },
  ),
  person(
    "Marli Conceição",
    "39080192813",
    "11902639047",
    4,
    "13214100",
    "Rua dos Girassóis",
    "311",
    {
      neighborhood: "Jardim Tamoio",
      table: "Vizinhos e equipe",
    },
  ),
  person("Enzo Ferraz", "40191203823", "11904892216", 3, "13282300", "Rua dos Vinhedos", "64", {
    neighborhood: "Aquário",
    city: "Vinhedo",
    complement: "Casa 7",
  }),
  person("Neide Fontes", "41202314880", "11903405589", 3, "13290050", "Rua das Parreiras", "240", {
    neighborhood: "Santo Antônio",
    city: "Louveira",
  }),
  person(
    "Cauã Morais",
    "42313425800",
    "11902178831",
    3,
    "13211460",
    "Rua Visconde do Retiro",
    "95",
    {
      neighborhood: "Retiro",
    },
  ),
  person("Sônia Albuquerque", "43424536814", "11904553390", 3, "13232120", "Rua da Estação", "18", {
    neighborhood: "Centro",
    city: "Campo Limpo Paulista",
  }),
];

export const demoCustomers = [...companies, ...families];

type Details = Pick<DemoCustomer, "table" | "note"> & {
  neighborhood: string;
  complement?: string;
  city?: string;
};

/** A person who orders for a family. */
function person(
  name: string,
  document: string,
  phone: string,
  weight: number,
  zipCode: string,
  street: string,
  number: string,
  { neighborhood, complement, city = "Jundiaí", ...details }: Details,
): DemoCustomer {
  const words = plainText(name)
    .replace(/[^a-z ]/g, "")
    .split(" ");
  return {
    name,
    document,
    email: `${words[0]}.${words.at(-1)}@correio.example`,
    phone,
    address: {
      zipCode,
      street,
      number,
      ...(complement && { complement }),
      neighborhood,
      city,
      state: "SP",
    },
    assortment: "family",
    weight,
    ...details,
  };
}

export function findCustomer(name: string): DemoCustomer {
  const customer = demoCustomers.find((one) => name === (one.trade_name ?? one.name));
  if (!customer) throw new Error(`no customer of the demonstration is called ${name}`);
  return customer;
}
