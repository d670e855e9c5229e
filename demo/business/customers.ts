import type { StateCode } from "#app/domain/orders/rules.ts";
import { readTable, readText } from "./csv.ts";

const fileName = "customers.csv";

/**
 * Invented customers in and around Jundiaí, as a file that the shop imports. The documents have valid check digits; the phone
 * numbers begin as none that is assigned; the e-mail addresses cannot exist.
 */
export const customersFile = readText(fileName);

const demoCustomers = readTable<Record<string, string>>(fileName).map((row) => {
  const cell = (heading: string) => row[heading] ?? "";
  return {
    name: cell("Nome"),
    /** The name by which people call them. */
    calledName: cell("Nome fantasia") || cell("Nome"),
    document: cell("CPF/CNPJ"),
    email: cell("E-mail"),
    phone: cell("Telefone"),
    address: {
      zipCode: cell("CEP"),
      street: cell("Rua"),
      number: cell("Nº"),
      complement: cell("Complemento") || undefined,
      neighborhood: cell("Bairro"),
      city: cell("Cidade"),
      state: cell("UF") as StateCode,
    },
    /** Days until an invoice is due. */
    terms: Number(cell("Prazo (dias)")),
    /** Name of a price table, or empty. */
    table: cell("Tabela"),
  };
});

export type DemoCustomer = (typeof demoCustomers)[number];

export function findCustomer(name: string): DemoCustomer {
  const customer = demoCustomers.find(({ calledName }) => calledName === name);
  if (!customer) throw new Error(`no customer of the demonstration is called ${name}`);
  return customer;
}
