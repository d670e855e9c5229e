import Papa from "papaparse";
import { byteOrderMark, readCsvCell, toCsvLine } from "#app/shared/csv.ts";
import { formatTypedAmount } from "#app/shared/money.ts";
import { type Customer, customerFormSchema, type NewCustomer } from "./schema.ts";

type AddressPart = keyof Customer["address"];
type Field = keyof NewCustomer | `address.${AddressPart}`;
type Column = {
  heading: string;
  /** Other headings of the same column, in lower case. */
  synonyms: readonly string[];
  /** Undefined: only exported. */
  field?: Field;
  write: (customer: Customer) => string | number;
};

const text = (
  heading: string,
  field: "document" | "name" | "trade_name" | "contact" | "phone" | "email" | "note",
  synonyms: readonly string[] = [],
): Column => ({ heading, synonyms, field, write: (customer) => customer[field] ?? "" });

const part = (heading: string, name: AddressPart, synonyms: readonly string[] = []): Column => ({
  heading,
  synonyms,
  field: `address.${name}`,
  write: ({ address }) => address[name] ?? "",
});

const columns: readonly Column[] = [
  text("CPF/CNPJ", "document", ["documento", "cnpj", "cpf", "cpf ou cnpj"]),
  text("Nome", "name", ["cliente", "razão social", "nome ou razão social"]),
  text("Nome fantasia", "trade_name", ["fantasia"]),
  text("Contato", "contact", ["responsável"]),
  text("Telefone", "phone", ["celular", "whatsapp", "fone"]),
  text("E-mail", "email", ["email"]),
  part("CEP", "zipCode"),
  part("Rua", "street", ["endereço", "logradouro"]),
  part("Nº", "number", ["número", "numero"]),
  part("Complemento", "complement"),
  part("Bairro", "neighborhood"),
  part("Cidade", "city"),
  part("UF", "state", ["estado"]),
  text("Anotações", "note", ["observação", "obs"]),
  {
    heading: "Prazo (dias)",
    synonyms: ["prazo"],
    field: "terms",
    write: ({ terms }) => terms ?? "",
  },
  {
    heading: "Limite de crédito (R$)",
    synonyms: ["limite", "limite de crédito"],
    field: "credit_limit",
    write: ({ credit_limit }) => (credit_limit === null ? "" : formatTypedAmount(credit_limit)),
  },
  {
    heading: "Bloqueado",
    synonyms: [],
    field: "blocked",
    write: ({ blocked }) => (blocked ? "sim" : "não"),
  },
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

/** CSV for Brazilian spreadsheets, which `readCustomersCsv` reads back. */
export async function* writeCustomersCsv(
  batches: AsyncIterable<Customer[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(columns.map(({ heading }) => heading));
  for await (const batch of batches) {
    yield batch.map((customer) => toCsvLine(columns.map(({ write }) => write(customer)))).join("");
  }
}

/** A row of a file, numbered as in a spreadsheet: the fields of the columns that the file has, or what is wrong with them. */
export type CustomerRow = { row: number } & (
  | { ok: true; customer: Partial<NewCustomer> & { name: string } }
  | { ok: false; message: string }
);

const maxRows = 5000;

/** The rows of a CSV file with headings in any order, or why it cannot be read. */
export function readCustomersCsv(file: string): CustomerRow[] | string {
  const { data } = Papa.parse<string[]>(file.replace(byteOrderMark, ""), {
    skipEmptyLines: "greedy",
    preview: maxRows + 2,
  });
  const [headings = [], ...records] = data;
  const found = headings.map(findColumn);
  if (!found.some((column) => column?.field === "name")) {
    return "A planilha precisa de uma coluna Nome na primeira linha.";
  }
  if (records.length === 0) return "A planilha não tem clientes.";
  if (records.length > maxRows) return "Envie no máximo 5.000 clientes por vez.";
  return records.map((cells, at) => ({ row: at + 2, ...readRow(found, cells) }));
}

function findColumn(heading: string): Column | undefined {
  const wanted = heading.trim().toLowerCase();
  return columns.find(
    (column) => column.heading.toLowerCase() === wanted || column.synonyms.includes(wanted),
  );
}

const rowSchema = customerFormSchema.partial().required({ name: true });

function readRow(found: readonly (Column | undefined)[], cells: readonly string[]) {
  const given = found.flatMap((column, at) => {
    const cell = readCsvCell(cells[at] ?? "").trim();
    return column?.field ? [[column.field, cell] as const] : [];
  });
  const typed = given.filter(([field]) => !field.startsWith("address."));
  const address = given.filter(([field, cell]) => field.startsWith("address.") && cell !== "");
  const read = rowSchema.safeParse({
    ...Object.fromEntries(typed.map(([field, cell]) => [field, toTyped(field, cell)])),
    ...(address.length > 0 && {
      address: Object.fromEntries(address.map(([field, cell]) => [field.split(".")[1], cell])),
    }),
  });
  if (read.success) return { ok: true as const, customer: read.data };
  return { ok: false as const, message: read.error.issues[0]?.message ?? "Linha inválida." };
}

function toTyped(field: Field, cell: string): string | boolean {
  return field === "blocked" ? /^(?:sim|s|1|x)$/i.test(cell) : cell;
}
