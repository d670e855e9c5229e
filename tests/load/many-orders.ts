import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";

const firstNames =
  "Ana Maria João José Paulo Carla Beatriz Antônio Luísa Célia Rafael Zuleica Íris Otávio Débora Márcio".split(
    " ",
  );
const lastNames =
  "Silva Souza Oliveira Santos Pereira Lima Gonçalves Ferreira Araújo Conceição Muniz Prado Brandão".split(
    " ",
  );
const hosts = ["gmail.com", "hotmail.com", "uol.com.br", "mercado-bom-preco.com.br"];
const goods = ["Polpa de açaí", "Polpa de caju", "Morango congelado", "Gelo de coco", "Tilápia"];
const statuses = ["pendente", "confirmado", "cancelado", "entregue", "entregue", "entregue"];
const portion = 2000;
const minutesBetween = 5;

/**
 * Adds so many orders of the last year, as if sent one after the other; the triggers that would log each one rest
 * meanwhile. Then does what the shop's upkeep does every five minutes. The same `count` makes the same customers.
 */
export async function addManyOrders(database: Database, count: number): Promise<void> {
  const next = randomNumbers();
  for (let added = 0; added < count; added += portion) {
    const rows = Array.from({ length: Math.min(portion, count - added) }, (_, index) =>
      orderRow(added + index, next),
    );
    await database.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.insert(pedidos).values(rows);
    });
  }
  await database.execute(sql`VACUUM ANALYZE pedidos`);
}

function orderRow(index: number, next: (below: number) => number): typeof pedidos.$inferInsert {
  const pick = <T>(list: readonly T[]) => list[next(list.length)] as T;
  const [first, last] = [pick(firstNames), pick(lastNames)];
  const itens = Array.from({ length: 1 + next(5) }, () => {
    const [quantity, price] = [1 + next(20), (100 + next(5000)) / 100];
    return {
      product_id: `00000000-0000-4000-8000-00000000000${next(9)}`,
      product_name: pick(goods),
      quantity,
      unit: "caixa" as const,
      price,
      total: Math.round(price * 100 * quantity) / 100,
    };
  });
  const total = itens.reduce((sum, item) => sum + Math.round(item.total * 100), 0) / 100;
  return {
    id: randomUUID(),
    status: pick(statuses),
    valor_total: total.toFixed(2),
    itens,
    created_at: new Date(Date.now() - index * minutesBetween * 60_000),
    cliente_info: {
      name: `${first} ${last} ${pick(lastNames)}`,
      email: `${first}.${last}${index}@${pick(hosts)}`.toLowerCase(),
      phone: "11987654321",
      document: "52998224725",
      zipCode: "01310100",
      street: "Avenida Paulista",
      number: String(1 + next(2000)),
      neighborhood: "Bela Vista",
      city: "São Paulo",
      state: "SP",
      totalItems: itens.length,
      timestamp: new Date().toISOString(),
    },
  };
}

/** Whole numbers from 0 below a bound, the same at each run (mulberry32). */
function randomNumbers(): (below: number) => number {
  let state = 20_260_110;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
