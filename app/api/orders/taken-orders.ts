import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { customerSchema } from "#app/domain/customers/schema.ts";
import { dateSchema } from "#app/domain/delivery/schema.ts";
import { searchSchema } from "#app/domain/kernel/editing/schema.ts";

const maxCustomers = 6;
const place = z.string().max(200).default("");

/** Routes for what the seller looks up while a customer orders by telephone. */
export function addTakenOrderRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = adminRoutes(api, deps, "Pedidos");
  row({
    method: "post",
    path: "/orders/taken/customers",
    area: "orders",
    summary: "Acha o cliente de um pedido por telefone",
    description:
      "Pelo nome, nome fantasia, telefone, documento ou e-mail. É um POST para que estes dados não fiquem em registros de acesso.",
    body: z
      .strictObject({ search: searchSchema }, { error: "Envie um objeto com search." })
      .meta({ id: "TakenCustomerSearch", examples: [{ search: "(11) 98765" }] }),
    maxBodyBytes: 16 * 1024,
    answer: [
      `Até ${maxCustomers}, o último que pediu primeiro.`,
      z
        .object({ items: z.array(customerSchema.meta({ id: "Customer" })) })
        .meta({ id: "TakenCustomers" }),
    ],
    run: async ({ body: { search } }) => {
      const { items } = await shop.customers.list({ search, limit: maxCustomers });
      return { items };
    },
  });
  row({
    path: "/orders/taken/day",
    area: "orders",
    summary: "Diz o que um dia de entrega combinado quebra",
    description: "A loja pode combinar qualquer dia; a frase diz por que ela mesma não o oferece.",
    query: z.object({
      cep: place,
      city: place,
      neighborhood: place,
      kind: z.enum(["entrega", "retirada"]).default("entrega"),
      date: dateSchema,
      shift: z.string().max(200).optional(),
    }),
    answer: [
      "A frase, ou nulo onde o dia é um dos da loja.",
      z
        .object({
          doubt: z
            .string()
            .nullable()
            .meta({ examples: ["Domingo não é dia de entrega em Zona Sul."] }),
        })
        .meta({ id: "TakenDay" }),
    ],
    run: async ({ query: { cep, city, neighborhood, ...day } }) => ({
      doubt: (await shop.orders.explainDay({ cep, city, neighborhood }, day)) ?? null,
    }),
  });
}
