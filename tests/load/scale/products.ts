import { gzipSync } from "node:zlib";
import { testLog } from "#app/platform/database/fixtures.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { products } from "#app/platform/database/schema.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { login, signIn } from "../seller.ts";
import type { Series } from "./series.ts";
import { medianOf, read } from "./timing.ts";

const categories = ["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"];
const portion = 1000;
const page = "/produtos/frutas-congeladas";
/** The router accepts this spelling too, but the page cache stores only the one that links use. */
const uncached = "/PRODUTOS/frutas-congeladas";

/** A catalogue of so many products on the embedded database, spread over the four categories. */
export async function measureProducts(sizes: number[]): Promise<Series[]> {
  const all: Series[] = [
    {
      name: "category page, rendered",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: "pages of a category",
    },
    {
      name: "category page, from memory",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: "pages of a category",
    },
    {
      name: "category page, gzip",
      unit: "kB",
      ideal: "flat",
      points: [],
      next: "pages of a category",
    },
    {
      name: "GET /api/products, from memory",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: "a cursor, as orders have",
    },
    {
      name: "the administrator's list",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: "a cursor, as orders have",
    },
  ];
  for (const size of sizes) {
    const values = await measureOne(size);
    for (const [index, series] of all.entries()) {
      series.points.push({ size, value: values[index] ?? Number.NaN });
    }
  }
  return all;
}

async function measureOne(size: number): Promise<number[]> {
  const folder = await temporaryFolder();
  try {
    await fill(folder, size);
    const env = {
      SEED: "none",
      LOG_LEVEL: "error",
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
    };
    const shop = await startShop(folder, env);
    try {
      const headers = { Cookie: await signIn(shop.url) };
      const html = await read(`${shop.url}${page}`);
      return [
        await medianOf(() => read(`${shop.url}${uncached}`)),
        await medianOf(() => read(`${shop.url}${page}`)),
        gzipSync(html).length / 1000,
        await medianOf(() => read(`${shop.url}/api/products`)),
        await medianOf(() => read(`${shop.url}/admin/products.data`, headers)),
      ];
    } finally {
      await shop.stop();
    }
  } finally {
    await removeFolder(folder);
  }
}

async function fill(dataDir: string, size: number): Promise<void> {
  const { database, close } = await openDatabase({ dataDir, log: testLog });
  for (let added = 0; added < size; added += portion) {
    const rows = Array.from({ length: Math.min(portion, size - added) }, (_, index) => ({
      title: `Produto de medida ${added + index}`,
      slug: `produto-de-medida-${added + index}`,
      category: categories[index % categories.length],
      short_desc: "Congelado, em embalagem de um quilo, para sucos, vitaminas e sobremesas.",
      price: "19.90",
      stock: 100,
      position: added + index,
    }));
    await database.insert(products).values(rows);
  }
  await close();
}
