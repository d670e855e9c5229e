import { nameUnit } from "#app/domain/catalogue/quote.ts";
import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { formatDay } from "#app/shared/days.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import type { Order } from "./schema.ts";
import { ifMissingLabels, sentQuantity } from "./texts.ts";

const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});
const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, useGrouping: false });

const columns: [heading: string, cell: (order: Order) => string | number][] = [
  ["Número", (order) => order.numero_pedido],
  ["ID", (order) => order.id],
  ["Data", (order) => formatInstant(order.created_at)],
  ["Status", (order) => statusTable[order.status].label],
  ["Cliente", (order) => order.cliente_info.name],
  ["E-mail", (order) => order.cliente_info.email],
  ["Telefone", (order) => order.cliente_info.phone],
  ["CPF/CNPJ", (order) => order.cliente_info.document],
  ["CEP", (order) => order.cliente_info.zipCode],
  ["Rua", (order) => order.cliente_info.street],
  ["Nº", (order) => order.cliente_info.number],
  ["Complemento", (order) => order.cliente_info.complement ?? ""],
  ["Bairro", (order) => order.cliente_info.neighborhood],
  ["Cidade", (order) => order.cliente_info.city],
  ["UF", (order) => order.cliente_info.state],
  ["Itens", (order) => order.itens.map(itemText).join(" | ")],
  ["Quantidade", ({ itens }) => formatQuantity(sumQuantities(itens))],
  ["Entrega (R$)", (order) => decimal.format(order.delivery_fee)],
  ["Total (R$)", (order) => decimal.format(order.valor_total)],
  ["Desconto (R$)", (order) => decimal.format(order.discount)],
  ["Pago em", (order) => (order.paid_at ? formatInstant(order.paid_at) : "")],
  ["Pago com", (order) => order.paid_method ?? ""],
  ["Observação", (order) => order.cliente_info.note ?? ""],
  ["Se faltar algo", ifMissingText],
  ["Recebido (R$)", (order) => decimal.format(order.paid_amount)],
  ["Entrega ou retirada", ({ delivery_kind }) => delivery_kind ?? "combinar"],
  ["Data de entrega", ({ delivery_date }) => (delivery_date ? formatDay(delivery_date) : "")],
  ["Turno", ({ delivery_shift }) => delivery_shift ?? ""],
  ["Zona", ({ delivery_zone }) => delivery_zone ?? ""],
  ["Tabela de preços", ({ price_table }) => price_table ?? ""],
  ["Entregue em", (order) => (order.delivered_at ? formatInstant(order.delivered_at) : "")],
  ["Vencimento", ({ due_on }) => (due_on ? formatDay(due_on) : "")],
  ["Vencimento previsto", ({ due_is_expected }) => (due_is_expected ? "sim" : "")],
];

function sumQuantities(itens: Order["itens"]): number {
  return addQuantities(...itens.map(({ quantity }) => quantity));
}

function ifMissingText({ cliente_info: { if_missing } }: Order): string {
  return if_missing ? ifMissingLabels[if_missing] : "";
}

function formatInstant(at: string): string {
  return instant.format(new Date(at)).replace(",", "");
}

function itemText(item: Order["itens"][number]): string {
  const code = item.external_id === undefined ? "" : ` [${item.external_id}]`;
  if (item.quantity === 0) return `${item.product_name}${code} (${nameUnit(item)}) não enviado`;
  const kilos =
    item.weight === undefined || item.unit === "kg" ? "" : `, ${formatQuantity(item.weight)} kg`;
  return `${sentQuantity(item)} × ${item.product_name}${code} (${nameUnit(item)}${kilos}) a ${decimal.format(item.price)}`;
}

/** CSV for Brazilian spreadsheets, in one piece per batch: semicolons, decimal commas, São Paulo time. */
export async function* streamOrdersCsv(batches: AsyncIterable<Order[]>): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(columns.map(([heading]) => heading));
  for await (const orders of batches) {
    yield orders.map((order) => toCsvLine(columns.map(([, cell]) => cell(order)))).join("");
  }
}
