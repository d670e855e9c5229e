import { expect, test } from "vitest";
import { addDays, dayOf } from "#app/shared/days.ts";
import { noQuantities } from "#app/shared/quantities.ts";
import { insertOrders, orderItem } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const today = dayOf(new Date());
const placedOn = (day: string) => new Date(`${day}T12:00:00Z`);

test("sales are listed by unit, beside the days before; kilos and pieces have no sum", async () => {
  const fish = await addProduct(database, { title: "Tilápia", unit: "kg" });
  const pulp = await addProduct(database, { title: "Polpa", unit: "pacote" });
  const kilos = { ...orderItem({ product_id: fish.id, price: 30 }), unit: "kg" as const };
  const packs = { ...orderItem({ product_id: pulp.id, price: 10 }), unit: "pacote" as const };
  const boxes = { ...packs, unit: "caixa" as const, contains: 6 };
  const itens = [
    { ...kilos, quantity: 2.5, total: 75 },
    { ...packs, quantity: 3, total: 30 },
    { ...boxes, quantity: 2, price: 50, total: 100 },
  ];
  const order = { status: "entregue" as const, valor_total: "205", itens };
  await insertOrders(database, { ...order, created_at: placedOn(today) });
  await insertOrders(database, { ...order, created_at: placedOn(addDays(today, -1)) });
  const response = await send("GET", `/api/sales?from=${today}&until=${today}`);
  const sold = { ...noQuantities, kg: 2.5, pacote: 15 };
  expect(await response.json()).toMatchObject({
    total: { amount: 205, quantities: sold },
    before: { amount: 205, quantities: sold },
    days: [{ day: today, amount: 205, orders: 1 }],
    days_before: [{ day: addDays(today, -1), amount: 205, orders: 1 }],
    rows: [
      { label: "Polpa", quantities: { ...noQuantities, pacote: 15 } },
      { label: "Tilápia", quantities: { ...noQuantities, kg: 2.5 } },
    ],
  });
  const file = await send("GET", `/api/sales/lines.csv?from=${today}&until=${today}`);
  const text = await file.text();
  expect(text).toContain('"Unidades principais";"Unidade principal";');
  expect(text).toContain('"2,5";"kg"');
  expect(text).toContain('"12";"pacote"');
});
