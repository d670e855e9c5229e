import { readFileSync } from "node:fs";
import Papa from "papaparse";
import type { StateCode } from "#app/domain/orders/rules.ts";
import type { AssortmentName } from "./assortments.ts";
import type { TableName } from "./price-tables.ts";

/**
 * Invented customers in and around Jundiaí, as a file that the shop imports. The documents have valid check digits; the phone
 * numbers begin as none that is assigned; the e-mail addresses cannot exist. Two columns are of the demonstration alone: the
 * assortment that they buy from, and how often they order, compared with the others.
 */
export const customersFile = readFileSync(new URL("customers.csv", import.meta.url), "utf8");

const rows = Papa.parse<Record<string, string>>(customersFile, {
  header: true,
  skipEmptyLines: true,
}).data;

export const demoCustomers = rows.map((row) => {
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
    table: (cell("Tabela") || undefined) as TableName | undefined,
    assortment: cell("assortment") as AssortmentName,
    weight: Number(cell("weight")),
  };
});

export type DemoCustomer = (typeof demoCustomers)[number];

export function findCustomer(name: string): DemoCustomer {
  const customer = demoCustomers.find(({ calledName }) => calledName === name);
  if (!customer) throw new Error(`no customer of the demonstration is called ${name}`);
  return customer;
}
