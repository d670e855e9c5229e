import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { formatInstantCell, type WrittenColumn, writeCsvPieces } from "#app/shared/csv.ts";
import { formatDay } from "#app/shared/days.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import type { Order } from "./schema.ts";
import { ifMissingLabels, sentQuantity } from "./texts.ts";

const columns: WrittenColumn<Order>[] = [
  ["Número", (order) => order.numero_pedido],
  ["ID", (order) => order.id],
  ["Data", (order) => formatInstantCell(order.created_at)],
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
  ["Entrega (R$)", (order) => formatTypedAmount(order.delivery_fee)],
  ["Total (R$)", (order) => formatTypedAmount(order.valor_total)],
  ["Desconto (R$)", (order) => formatTypedAmount(order.discount)],
  ["Pago em", (order) => (order.paid_at ? formatInstantCell(order.paid_at) : "")],
  ["Pago com", (order) => order.paid_method ?? ""],
  ["Observação", (order) => order.cliente_info.note ?? ""],
  ["Se faltar algo", ifMissingText],
  ["Recebido (R$)", (order) => formatTypedAmount(order.paid_amount)],
  ["Entrega ou retirada", ({ delivery_kind }) => delivery_kind ?? "combinar"],
  ["Data de entrega", ({ delivery_date }) => (delivery_date ? formatDay(delivery_date) : "")],
  ["Turno", ({ delivery_shift }) => delivery_shift ?? ""],
  ["Zona", ({ delivery_zone }) => delivery_zone ?? ""],
  ["Tabela de preços", ({ price_table }) => price_table ?? ""],
  ["Entregue em", (order) => (order.delivered_at ? formatInstantCell(order.delivered_at) : "")],
  ["Vencimento", ({ due_on }) => (due_on ? formatDay(due_on) : "")],
  ["Vencimento previsto", ({ due_is_expected }) => (due_is_expected ? "sim" : "")],
];

function sumQuantities(itens: Order["itens"]): number {
  return addQuantities(...itens.map(({ quantity }) => quantity));
}

function ifMissingText({ cliente_info: { if_missing } }: Order): string {
  return if_missing ? ifMissingLabels[if_missing] : "";
}

function itemText(item: Order["itens"][number]): string {
  const code = item.external_id === undefined ? "" : ` [${item.external_id}]`;
  if (item.quantity === 0) return `${item.product_name}${code} (${nameUnit(item)}) não enviado`;
  const kilos =
    item.weight === undefined || item.unit === "kg" ? "" : `, ${formatQuantity(item.weight)} kg`;
  return `${sentQuantity(item)} × ${item.product_name}${code} (${nameUnit(item)}${kilos}) a ${formatTypedAmount(item.price)}`;
}

/** The orders in one piece per batch: decimal commas, São Paulo time. */
export function streamOrdersCsv(batches: AsyncIterable<Order[]>): AsyncGenerator<string> {
  return writeCsvPieces(columns, batches);
}
