import { sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { isSoldIn } from "../sales/period.server.ts";
import type { SalesFile } from "../sales/schema.ts";
import { isBuyerIn } from "./customers-csv.server.ts";
import type { FiscalGaps, Gap } from "./rules.ts";

const maxListed = 50;

/** Lists the data that the files of a period lack for invoices: of the shop, of the goods, and of the buyers. */
export async function readFiscalGaps(database: Database, file: SalesFile): Promise<FiscalGaps> {
  const { cnpj, address, fiscal } = await readSettings(database);
  const shop = [
    !cnpj && "CNPJ",
    !address && "endereço",
    !fiscal.state_registration && "inscrição estadual",
    !fiscal.city_code && "código IBGE da cidade",
  ].filter((name) => name !== false);
  const listed = await Promise.all([
    listProducts(database, file, "ncm"),
    fiscal.cfop ? [] : listProducts(database, file, "cfop"),
    listBuyers(database, file, "document"),
    listBuyers(database, file, "city_code"),
  ]);
  const [ncm = [], cfop = [], document = [], cityCode = []] = listed;
  return {
    shop,
    ncm: toGap(ncm),
    cfop: toGap(cfop),
    document: toGap(document),
    cityCode: toGap(cityCode),
  };
}

type Row = { id: string; name: string; total: number };

function toGap(rows: readonly Row[]): Gap {
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ id, name }) => ({ id, name })) };
}

async function listProducts(database: Database, file: SalesFile, part: string): Promise<Row[]> {
  const { rows } = await database.execute<Row>(sql`
    SELECT id, title AS name, count(*) OVER ()::integer AS total FROM products
    WHERE NOT fiscal ? ${part} AND id IN (
      SELECT product_id FROM pedidos JOIN order_lines ON order_id = pedidos.id WHERE quantity > 0 AND ${isSoldIn(file)}
    )
    ORDER BY title, id LIMIT ${maxListed}`);
  return rows;
}

async function listBuyers(
  database: Database,
  file: SalesFile,
  column: "document" | "city_code",
): Promise<Row[]> {
  const { rows } = await database.execute<Row>(sql`
    SELECT id, name, count(*) OVER ()::integer AS total FROM customers
    WHERE ${customers[column]} IS NULL AND ${isBuyerIn(file)}
    ORDER BY name, id LIMIT ${maxListed}`);
  return rows;
}
