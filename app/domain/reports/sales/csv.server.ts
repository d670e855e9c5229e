import { and, desc, sql } from "drizzle-orm";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import {
  type Cost,
  marginOf,
  multiplyCost,
  toCostAmount,
} from "#app/domain/catalogue/prices/costs.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import { isAfterCursor } from "#app/domain/kernel/paging/queries.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { toFiscalLine } from "#app/domain/reports/order-invoices/line.ts";
import {
  readFiscalCustomers,
  readFiscalProducts,
} from "#app/domain/reports/order-invoices/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type WrittenColumn, writeCsvPieces } from "#app/shared/csv.ts";
import { toCents } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import { isSoldIn } from "./period.server.ts";
import { mainUnitOf } from "./rules.ts";
import type { SalesFile } from "./schema.ts";

type Item = Order["itens"][number];

const costDecimal = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
  useGrouping: false,
});
const day = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone: "America/Sao_Paulo" });

const orderPart: WrittenColumn<Order>[] = [
  ["Pedido", (order) => order.numero_pedido],
  ["Data", (order) => day.format(new Date(order.created_at))],
  ["Status", (order) => statusTable[order.status].label],
  ["Cliente", (order) => order.cliente_info.name],
  ["CPF/CNPJ", (order) => order.cliente_info.document],
  ["Zona", (order) => order.delivery_zone ?? ""],
  ["Canal", (order) => order.channel],
  ["Cidade", (order) => order.cliente_info.city],
  ["Forma de pagamento", (order) => order.payment_method ?? ""],
];
/** An order with what the customer's row says for invoices. */
type SoldOrder = { order: Order; registration: string; cityCode: string };
const ofOrder = ([heading, cell]: WrittenColumn<Order>): WrittenColumn<SoldOrder> => [
  heading,
  ({ order }) => cell(order),
];
const amountColumns: WrittenColumn<Order>[] = [
  ["Itens (R$)", ({ itens }) => formatCentsCell(itens.map(({ total }) => total))],
  ["Entrega (R$)", (order) => formatTypedAmount(order.delivery_fee)],
  ["Desconto (R$)", (order) => formatTypedAmount(order.discount)],
  ["Total (R$)", (order) => formatTypedAmount(order.valor_total)],
  ["Recebido (R$)", (order) => formatTypedAmount(order.paid_amount)],
];
const addressPart: WrittenColumn<Order>[] = [
  ["CEP", (order) => order.cliente_info.zipCode],
  ["UF", (order) => order.cliente_info.state],
];
const orderColumnsOfFile: WrittenColumn<SoldOrder>[] = [
  ...[...orderPart, ...amountColumns, ...addressPart].map(ofOrder),
  ["Código IBGE", ({ cityCode }) => cityCode],
  ["Inscrição estadual", ({ registration }) => registration],
  ["Chave da nota", ({ order }) => order.metadata.invoice_key ?? ""],
];

type Line = {
  order: Order;
  item: Item;
  category: string;
  mainUnit: SaleUnit | undefined;
  fiscal: ReturnType<typeof toFiscalLine>;
  /** The cost of the line; undefined if it is unknown. Only the administrator gets this file. */
  cost: Cost | undefined;
};
const lineColumns: WrittenColumn<Line>[] = [
  ...orderPart.map(([heading, cell]): WrittenColumn<Line> => [heading, ({ order }) => cell(order)]),
  ["Produto", ({ item }) => item.product_name],
  ["Código", ({ item }) => item.external_id ?? ""],
  ["Categoria", ({ category }) => category],
  ["Unidade", ({ item }) => nameUnit(item)],
  ["Quantidade", ({ item }) => formatQuantity(item.quantity)],
  ["Peso (kg)", ({ item }) => (item.weight === undefined ? "" : formatQuantity(item.weight))],
  ["Unidades principais", ({ item }) => formatQuantity(mainUnits(item))],
  ["Unidade principal", ({ item, mainUnit }) => mainUnitOf(item, mainUnit)],
  ["Preço (R$)", ({ item }) => formatTypedAmount(item.price)],
  ["Total (R$)", ({ item }) => formatTypedAmount(item.total)],
  ["Custo (R$)", ({ cost }) => (cost === undefined ? "" : costDecimal.format(toCostAmount(cost)))],
  ["Margem (%)", ({ item, cost }) => marginCell(item.total, cost)],
  ["EAN", ({ fiscal }) => fiscal.cEAN],
  ["NCM", ({ fiscal }) => fiscal.NCM ?? ""],
  ["CFOP", ({ fiscal }) => fiscal.CFOP ?? ""],
  ["CEST", ({ fiscal }) => fiscal.CEST ?? ""],
  ["Unidade fiscal", ({ fiscal }) => fiscal.uCom],
  ["Quantidade fiscal", ({ fiscal }) => formatQuantity(fiscal.qCom)],
];

function marginCell(total: number, cost: Cost | undefined): string {
  const margin = cost === undefined ? undefined : marginOf(total, cost);
  return margin === undefined ? "" : String(margin).replace(".", ",");
}

/** Computes what `line_stock` computes in the database. */
function mainUnits({ quantity, weight, unit, contains = 1 }: Item): number {
  const grams =
    weight === undefined ? quantity * contains : unit === "kg" ? weight * contains : weight;
  return Math.round(grams * 1000) / 1000;
}

function formatCentsCell(amounts: readonly number[]): string {
  return formatTypedAmount(amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100);
}

/** One row per order, newest first, in pieces. */
export function streamSalesOrders(database: Database, file: SalesFile): AsyncGenerator<string> {
  const batches = readOrders(database, file, (orders) => readBuyers(database, orders));
  return writeCsvPieces(orderColumnsOfFile, batches);
}

async function readBuyers(database: Database, orders: readonly Order[]): Promise<SoldOrder[]> {
  const ids = new Set(orders.flatMap(({ customer_id }) => customer_id ?? []));
  const buyers = await readFiscalCustomers(database, [...ids]);
  return orders.map((order) => {
    const { state_registration, city_code } = buyers.get(order.customer_id ?? "") ?? {};
    return { order, registration: state_registration ?? "", cityCode: city_code ?? "" };
  });
}

/** One row per line item that is sent, in pieces. */
export async function* streamSalesLines(
  database: Database,
  file: SalesFile,
): AsyncGenerator<string> {
  const { fiscal } = await readSettings(database);
  const batches = readOrders(database, file, async (orders) => {
    const ids = orders.flatMap(({ itens }) => itens.map(({ product_id }) => product_id));
    const sold = await readFiscalProducts(database, ids);
    const costs = await readCosts(database, orders);
    return orders.flatMap((order) =>
      order.itens
        .filter(({ quantity }) => quantity > 0)
        .map((item) => {
          const product = sold.get(item.product_id);
          const unitCost = costs.get(`${order.id} ${item.product_id}`);
          const cost = unitCost === undefined ? undefined : multiplyCost(unitCost, mainUnits(item));
          return {
            order,
            item,
            category: product?.category ?? "",
            mainUnit: product?.sale_options[0]?.unit,
            cost,
            fiscal: toFiscalLine(item, product, fiscal.cfop),
          };
        }),
    );
  });
  yield* writeCsvPieces(lineColumns, batches);
}

/** The costs of main units by order and product. */
async function readCosts(database: Database, orders: readonly Order[]) {
  const ids = orders.map(({ id }) => id);
  const { rows } = await database.execute<{ order_id: string; product_id: string; cost: number }>(
    sql`SELECT order_id, product_id, cost::float8 FROM order_costs WHERE order_id = ANY (${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map(({ order_id, product_id, cost }) => [`${order_id} ${product_id}`, cost]));
}

const batchSize = 250;

async function* readOrders<Row>(
  database: Database,
  file: SalesFile,
  toRows: (orders: Order[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const isInPeriod = isSoldIn(file);
  const batches = readBatches<OrderRow>(batchSize, (last) =>
    database
      .select(orderColumns)
      .from(pedidos)
      .where(and(isInPeriod, last && isAfterCursor(pedidos, last)))
      .orderBy(desc(pedidos.created_at), desc(pedidos.id))
      .limit(batchSize),
  );
  for await (const rows of batches) yield toRows(rows.map(toOrder));
}
