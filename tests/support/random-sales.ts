import { eq, sql } from "drizzle-orm";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { changeOrderStatus, deleteOrder } from "#app/domain/orders/commands.server.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { addPayment, removePayment } from "#app/domain/orders/payments/commands.server.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import type { Order, OrderItem } from "#app/domain/orders/schema.ts";
import { orderColumns, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { type OrderStatus, orderStatuses } from "#app/shared/order-status.ts";
import { createRandom } from "#demo/random.ts";
import { productRow } from "./rows.ts";

/** Random orders of some months, and what happens to them. */

export const now = new Date("2026-11-24T15:00:00Z");
export const firstDay = "2026-08-01";
export const lastDay: string = dayOf(now);
export const author = "ana@example.com";

export function createDraws(seed: number) {
  const random = createRandom(seed);
  return { ...random, below: (limit: number) => Math.floor(random.next() * limit) };
}
type Drawn = ReturnType<typeof createDraws>;

type Product = typeof products.$inferSelect;

/** Twelve products of two categories and none, some sold by weight and some in boxes too. */
export async function addGoods(database: Database): Promise<Product[]> {
  const rows = Array.from({ length: 12 }, (_, index) =>
    productRow({
      title: `Produto ${index}`,
      slug: `produto-${index}`,
      stock: 100_000,
      category: ["polpas", "pescados", null][index % 3],
      sale_options: [mainOption(index % 3 === 1 ? "kg" : "unidade", 3 + index)],
      specs: index % 3 === 1 ? { variable_weight: true } : {},
    }),
  );
  return database.insert(products).values(rows).returning();
}

function randomLine(product: Product, position: number, { below, flip }: Drawn) {
  const isFish = product.specs.variable_weight === true;
  const isBox = !isFish && product.category === null && flip();
  const quantity = 1 + below(9);
  const weight = isFish && flip() ? (1 + below(9000)) / 1000 : null;
  const price = 3 + position + below(100) / 100;
  return {
    position,
    product_id: product.id,
    product_name: product.title,
    unit: isFish ? "kg" : isBox ? "caixa" : "unidade",
    contains: isBox ? 6 : 1,
    quantity,
    weight,
    price,
    total: Math.round(Math.round(price * 100) * (weight ?? quantity) + 1e-9) / 100,
    variable_weight: isFish,
  };
}

function randomOrder(goods: Product[], drawn: Drawn) {
  const { below, oneOf } = drawn;
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000 + 1;
  const lines = goods
    .map((product, position) => randomLine(product, position, drawn))
    .filter(({ position }) => position === 0 || below(4) === 0);
  const items = lines.reduce((sum, { total }) => sum + Math.round(total * 100), 0);
  const delivery_fee = oneOf([0, 0, 15]);
  const discount = oneOf([0, 0, 0, 1.5]);
  const customer = below(40);
  const at = Date.parse(`${firstDay}T03:00:00Z`) + below(days * 86_400) * 1000;
  return {
    id: crypto.randomUUID(),
    created_at: new Date(Math.min(at, now.getTime())).toISOString(),
    status: oneOf(orderStatuses as readonly OrderStatus[]),
    valor_total: items / 100 + delivery_fee - discount,
    delivery_fee,
    discount,
    payment_method: oneOf(["PIX", "Boleto", null]),
    channel: oneOf(["site", "telefone"]),
    delivery_zone: oneOf(["Centro", "Serra", null]),
    cliente_info: {
      name: `Cliente ${customer}`,
      email: `cliente-${customer}@example.com`,
      phone: `119${10_000_000 + customer}`,
      document: customer % 4 === 0 ? "" : String(10_000_000_000 + customer),
    },
    lines,
  };
}

/** Orders as they were placed, in few statements; their ids. */
export async function addOrders(
  database: Database,
  goods: Product[],
  drawn: Drawn,
  count: number,
): Promise<string[]> {
  const orders = Array.from({ length: count }, () => randomOrder(goods, drawn));
  for (let start = 0; start < orders.length; start += 500) {
    const batch = JSON.stringify(orders.slice(start, start + 500));
    await database.execute(sql`
      WITH placed AS (SELECT * FROM json_to_recordset(${batch}::json) AS o (id uuid, created_at timestamptz, status text,
        valor_total numeric, delivery_fee numeric, discount numeric, payment_method text, channel text, delivery_zone text, cliente_info jsonb, lines json)),
      stored AS (
        INSERT INTO pedidos (id, created_at, status, valor_total, delivery_fee, discount, payment_method, channel, delivery_zone, cliente_info)
        SELECT id, created_at, status, round(valor_total, 2), delivery_fee, discount, payment_method, channel, delivery_zone, cliente_info FROM placed
      )
      INSERT INTO order_lines (order_id, position, product_id, product_name, unit, contains, quantity, weight, price, total, variable_weight)
      SELECT placed.id, line.* FROM placed, json_to_recordset(lines) AS line (position integer, product_id uuid,
        product_name text, unit text, contains numeric, quantity numeric, weight numeric, price numeric, total numeric, variable_weight boolean)`);
  }
  return orders.map(({ id }) => id);
}

/** Edits, changed statuses, payments and deletions through the commands of the back office. */
export async function changeOrders(
  database: Database,
  ids: string[],
  drawn: Drawn,
  count: number,
): Promise<void> {
  const { below, oneOf } = drawn;
  const rows = ids
    .filter(() => below(3) === 0)
    .map((order_id) => ({
      order_id,
      receipt_id: crypto.randomUUID(),
      amount: String((1 + below(5000)) / 100),
      ...oneOf([
        { method: "PIX", kind: "pix" as const },
        { method: "Dinheiro", kind: "cash" as const },
      ]),
      received_at: new Date(now.getTime() - below(90) * 86_400_000),
    }));
  for (let start = 0; start < rows.length; start += 500) {
    const some = rows.slice(start, start + 500);
    await database.transaction(async (tx) => {
      await tx
        .insert(receipts)
        .values(some.map(({ order_id, receipt_id, ...row }) => ({ id: receipt_id, ...row })));
      await tx
        .insert(payments)
        .values(some.map(({ order_id, receipt_id, amount }) => ({ order_id, receipt_id, amount })));
    });
  }
  for (let done = 0; done < count; done += 1) {
    const id = ids[below(ids.length)] ?? "";
    const [row] = await database.select(orderColumns).from(pedidos).where(eq(pedidos.id, id));
    if (row) await oneOf(changes)(database, toOrder(row), drawn);
  }
}

type OrderEvent = (database: Database, order: Order, drawn: Drawn) => Promise<unknown>;

const changes: OrderEvent[] = [
  (database, { id, version, itens }) =>
    editOrder(database, now, author, id, { version, itens: shrink(itens), reason: "Falta" }),
  (database, { id, version }, { oneOf }) =>
    changeOrderStatus(database, author, id, {
      version,
      status: oneOf(orderStatuses as readonly OrderStatus[]),
    }),
  (database, { id }) => addPayment(database, now, author, id, { method: "PIX", amount: 5 }),
  (database, { id }) => deleteOrder(database, author, id, { restoreStock: false }),
  async (database, { id }) => {
    const [paid] = await database.select().from(payments).where(eq(payments.order_id, id));
    return paid && removePayment(database, author, id, paid.id);
  },
];

function shrink(itens: readonly OrderItem[]) {
  return itens
    .slice(1)
    .concat(itens.slice(0, 1))
    .slice(0, Math.max(1, itens.length - 1))
    .map(({ product_id, unit, quantity, price, weight }) => ({
      product_id,
      unit,
      quantity: quantity + 1,
      price,
      weight,
      swap_of: undefined,
    }));
}
