import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";

const firstNames =
  "{Ana,Maria,João,José,Paulo,Carla,Beatriz,Antônio,Luísa,Célia,Rafael,Zuleica,Íris,Otávio,Débora,Márcio}";
const lastNames =
  "{Silva,Souza,Oliveira,Santos,Pereira,Lima,Gonçalves,Ferreira,Araújo,Conceição,Muniz,Prado,Brandão}";
const hosts = "{gmail.com,hotmail.com,uol.com.br,mercado-bom-preco.com.br}";
const goods = "{Polpa de açaí,Polpa de caju,Morango congelado,Gelo de coco,Tilápia}";
const statuses = "{pendente,confirmado,cancelado,entregue,entregue,entregue}";
const portion = 10_000;
const minutesBetween = 5;

/**
 * Adds so many orders, each five minutes older than the last, beginning with the one of number `from`; the triggers that
 * would log each one rest meanwhile. Does what the shop's upkeep does every five minutes. The same numbers make the same
 * customers.
 */
export async function addManyOrders(database: Database, count: number, from = 0): Promise<void> {
  for (let added = 0; added < count; added += portion) {
    const first = from + added;
    await addPortion(database, first, first + Math.min(portion, count - added) - 1);
    // The tables are vacuumed at each step, so that none takes longer than a statement may.
    await database.execute(sql`VACUUM pedidos`);
    await database.execute(sql`VACUUM order_changes`);
    await database.execute(sql`VACUUM order_lines`);
  }
  await database.execute(sql`SELECT restart_sales()`);
  await database.execute(sql`ANALYZE pedidos`);
  await database.execute(sql`ANALYZE order_changes`);
  await database.execute(sql`ANALYZE order_lines`);
}

/** A whole number from 0 below a bound, the same each time for an order's number and a purpose. */
const drawn = (purpose: string, below: number) =>
  sql.raw(`((hashtextextended(n || ':${purpose}', 20260110) & 2147483647) % ${below})::int`);
const picked = (list: string, purpose: string) => {
  const size = list.split(",").length;
  return sql`(${sql.raw(`'${list}'`)}::text[])[1 + ${drawn(purpose, size)}]`;
};
const drawnOfItem = (purpose: string, below: number) => drawn(`${purpose}' || item || '`, below);

async function addPortion(database: Database, first: number, last: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(sql`
      WITH drawn AS MATERIALIZED (
        SELECT n, gen_random_uuid() AS id, ${picked(statuses, "status")} AS status,
          now() - n * make_interval(mins => ${sql.raw(String(minutesBetween))}) AS created_at,
          ${picked(firstNames, "first")} AS first_name, ${picked(lastNames, "last")} AS last_name, (
          SELECT jsonb_agg(jsonb_build_object(
            'product_id', '00000000-0000-4000-8000-00000000000' || ${drawnOfItem("id", 9)},
            'product_name', ${picked(goods, "goods' || item || '")}, 'quantity', quantity, 'unit', 'caixa',
            'price', price, 'total', price * quantity
          )) FROM generate_series(0, ${drawn("items", 5)}) AS item,
            LATERAL (SELECT 1 + ${drawnOfItem("quantity", 20)} AS quantity, (100 + ${drawnOfItem("price", 5000)}) / 100.0 AS price)
              AS line
        ) AS itens
        FROM generate_series(${sql.raw(String(first))}, ${sql.raw(String(last))}) AS n
      ), added AS (
      INSERT INTO pedidos (id, status, valor_total, created_at, delivered_at, cliente_info)
      SELECT id, status, (SELECT sum((item ->> 'total')::numeric) FROM jsonb_array_elements(itens) AS item),
        created_at, CASE WHEN status = 'entregue' THEN created_at END,
        jsonb_build_object(
          'name', first_name || ' ' || last_name || ' ' || ${picked(lastNames, "more")},
          'email', lower(first_name || '.' || last_name || n || '@' || ${picked(hosts, "host")}),
          'phone', '11987654321', 'document', '52998224725', 'zipCode', '01310100',
          'street', 'Avenida Paulista', 'number', (1 + ${drawn("number", 2000)})::text,
          'neighborhood', 'Bela Vista', 'city', 'São Paulo', 'state', 'SP',
          'totalItems', jsonb_array_length(itens), 'timestamp', now()
        )
      FROM drawn
      RETURNING *
      ), lines AS (
        INSERT INTO order_lines (order_id, position, product_id, product_name, quantity, unit, price, total)
        SELECT id, position - 1, line.* FROM drawn, jsonb_array_elements(itens) WITH ORDINALITY AS item (value, position),
          LATERAL jsonb_to_record(value) AS line (
            product_id uuid, product_name text, quantity integer, unit text, price numeric, total numeric)
      )
      INSERT INTO order_changes
      SELECT id, pg_current_xact_id(), created_at, status, order_search_text(id, numero_pedido, cliente_info) FROM added`);
  });
}
