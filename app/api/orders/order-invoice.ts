import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { invoiceSchema } from "#app/domain/reports/order-invoices/schema.ts";

/** An order for who issues its invoice. */
export function addOrderInvoiceRoutes(api: Api, deps: ApiDependencies): void {
  const { row } = adminRoutes(api, deps, "Pedidos");
  row({
    path: "/orders/{id}/invoice",
    area: "orders",
    summary: "Mostra um pedido como o emissor de notas o recebe",
    description:
      "Nos grupos da NF-e, leiaute 4.00, sem impostos: a loja não emite notas. Os itens são os enviados, com o peso depois da " +
      "pesagem; entrega e desconto estão repartidos entre eles, em centavos exatos. `missing` diz o que falta na loja, `provider_adds` o que é de quem emite. Guarde a nota em " +
      "`metadata` do pedido: `invoice_key`, `invoice_number` e `invoice_url`.",
    answer: ["O pedido.", invoiceSchema.meta({ id: "OrderInvoice" })],
    run: ({ id }) => deps.shop.orderInvoices.read(id),
  });
}
