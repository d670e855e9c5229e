import { normalizeHeading } from "#app/domain/catalogue/import/normalize-heading.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import type { Customer, NewCustomer } from "./schema.ts";

/** The columns of the customer file: the export writes them, the import finds and reads those with a field. */

type AddressPart = keyof Customer["address"];
export type CustomerField = keyof NewCustomer | `address.${AddressPart}`;
export type CustomerColumn = {
  heading: string;
  /** Other headings of the same column, for `normalizeHeading`. */
  synonyms: readonly string[];
  /** Undefined: only exported. */
  field?: CustomerField;
  /** `tables`: the names of the price tables by id. */
  write: (customer: Customer, tables: ReadonlyMap<string, string>) => string | number;
};

type TextField =
  | ("document" | "name" | "trade_name" | "contact" | "phone" | "email" | "note")
  | ("state_registration" | "city_code");

const text = (
  heading: string,
  field: TextField,
  synonyms: readonly string[] = [],
): CustomerColumn => ({ heading, synonyms, field, write: (customer) => customer[field] ?? "" });

const part = (
  heading: string,
  name: AddressPart,
  synonyms: readonly string[] = [],
): CustomerColumn => ({
  heading,
  synonyms,
  field: `address.${name}`,
  write: ({ address }) => address[name] ?? "",
});

export const customerColumns: readonly CustomerColumn[] = [
  text("CPF/CNPJ", "document", [
    "documento",
    "cnpj",
    "cpf",
    "cpf ou cnpj",
    "cnpj/cpf",
    "cnpj ou cpf",
  ]),
  text("Nome", "name", [
    "cliente",
    "razão social",
    "nome ou razão social",
    "nome/razão social",
    "nome do cliente",
    "nome completo",
    "razão",
  ]),
  text("Nome fantasia", "trade_name", ["fantasia"]),
  text("Contato", "contact", ["responsável", "pessoa de contato"]),
  text("Telefone", "phone", [
    "celular",
    "whatsapp",
    "fone",
    "tel",
    "telefone celular",
    "telefone/whatsapp",
    "telefone 1",
  ]),
  text("E-mail", "email", ["email", "correio eletrônico"]),
  part("CEP", "zipCode", ["código postal", "cod postal"]),
  part("Rua", "street", ["endereço", "logradouro"]),
  part("Nº", "number", ["número", "num"]),
  part("Complemento", "complement"),
  part("Bairro", "neighborhood"),
  part("Cidade", "city", ["município"]),
  part("UF", "state", ["estado"]),
  text("Anotações", "note", ["observação", "observações", "obs", "anotação"]),
  {
    heading: "Prazo (dias)",
    synonyms: ["prazo", "prazo de pagamento"],
    field: "terms",
    write: ({ terms }) => terms ?? "",
  },
  {
    heading: "Limite de crédito (R$)",
    synonyms: ["limite", "limite crédito"],
    field: "credit_limit",
    write: ({ credit_limit }) => (credit_limit === null ? "" : formatTypedAmount(credit_limit)),
  },
  {
    heading: "Tabela",
    synonyms: ["tabela de preços"],
    field: "price_table",
    write: ({ price_table }, tables) => tables.get(price_table ?? "") ?? "",
  },
  {
    heading: "Bloqueado",
    synonyms: [],
    field: "blocked",
    write: ({ blocked }) => (blocked ? "sim" : "não"),
  },
  text("Inscrição estadual", "state_registration", ["ie", "insc estadual", "inscrição"]),
  text("Código IBGE", "city_code", ["código do município", "código ibge da cidade", "ibge"]),
  { heading: "Pedidos em 90 dias", synonyms: [], write: ({ orders_90_days }) => orders_90_days },
  { heading: "Total (R$)", synonyms: [], write: ({ total }) => formatTypedAmount(total) },
  {
    heading: "Em aberto (R$)",
    synonyms: [],
    write: ({ open_amount }) => formatTypedAmount(open_amount),
  },
  {
    heading: "Último pedido",
    synonyms: [],
    write: ({ last_order_at }) => last_order_at?.slice(0, 10).split("-").reverse().join("/") ?? "",
  },
];

const importedColumns = customerColumns.filter(({ field }) => field !== undefined);
/** The columns among which a person chooses one for each column of a file. */
export const customerHeadings = importedColumns.map(({ heading }) => heading);

const byHeading = new Map(
  importedColumns.flatMap((column) =>
    [column.heading, ...column.synonyms].map((name) => [normalizeHeading(name), column] as const),
  ),
);

/** The column of a heading or its synonym, in any case, with or without accents and punctuation. */
export function findCustomerColumn(heading: string): CustomerColumn | undefined {
  return byHeading.get(normalizeHeading(heading));
}
