import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import * as examples from "#app/api/framework/examples.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { invoiceSchema, type OrderInvoice } from "#app/domain/order-invoices/schema.ts";

const { customerRow, order } = examples;

const example: OrderInvoice = {
  order_id: order.id,
  order_version: 1,
  ide: { natOp: "Venda de mercadoria", idDest: "1" },
  emit: {
    CNPJ: "11222333000181",
    xNome: "Loja Exemplo Ltda.",
    IE: "110042490114",
    enderEmit: { xLgr: "Rua das Frutas", nro: "10", UF: "SP", cMun: "3550308", cPais: "1058" },
  },
  dest: {
    CNPJ: "11222333000181",
    xNome: customerRow.name,
    indIEDest: "1",
    IE: "110042490114",
    enderDest: { xLgr: "Avenida Paulista", nro: "1000", UF: "SP", cPais: "1058" },
  },
  det: [
    {
      nItem: 1,
      prod: {
        ...{ cProd: "polpa-de-acai", cEAN: "SEM GTIN", xProd: "Polpa de Açaí" },
        ...{ NCM: "20089900", CFOP: "5102", uCom: "CX", qCom: 7, vUnCom: 12.9 },
        ...{ cEANTrib: "SEM GTIN", uTrib: "CX", qTrib: 7, vUnTrib: 12.9, indTot: "1" },
        ...{ vProd: 90.3, vFrete: 15, vDesc: 5 },
      },
    },
  ],
  total: { ICMSTot: { vProd: 90.3, vFrete: 15, vDesc: 5, vNF: 100.3 } },
  transp: { modFrete: "3", vol: [{ qVol: 2, esp: "VOLUMES", pesoL: 33.6, pesoB: 33.6 }] },
  pag: { detPag: [{ indPag: "0", tPag: "20", vPag: 100.3 }] },
  infAdic: { infCpl: `Pedido ${order.numero_pedido}` },
  missing: ["dest.enderDest.cMun"],
  provider_adds: ["ide.serie", "ide.nNF", "emit.CRT", "det[0].imposto"],
};

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
    answer: ["O pedido.", invoiceSchema.meta({ id: "OrderInvoice" }), example],
    run: ({ id }) => deps.shop.orderInvoices.read(id),
  });
}
