import { gzipSync } from "node:zlib";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { readProcessorSeconds } from "../processor-time.ts";
import { login, signIn } from "../seller.ts";
import { printTable } from "../table.ts";
import { measureBesideOpenPages } from "./open-pages.ts";
import { printSeries, type Series } from "./series.ts";
import { medianOf, read } from "./timing.ts";

const categories = ["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"];
const portion = 1000;
const page = "/produtos/frutas-congeladas";
/** The router accepts this spelling too, but the page cache stores only the one that links use. */
const uncached = "/PRODUTOS/frutas-congeladas";
const cartLines = 20;
const renders = 40;

/** `max` is for the largest catalogue; `maxGrowth` limits its value to so many times that of the smallest one. */
type Measured = { unit: string; value: number; next: string; max?: number; maxGrowth?: number };
type Target = { name: string; unit: string; max: number };

/** A catalogue of so many products on the embedded database, spread over the four categories. Returns whether all targets are met. */
export async function measureProducts(sizes: number[]): Promise<boolean> {
  const all = new Map<string, Series>();
  const targets: Target[] = [];
  for (const size of sizes) {
    for (const [name, measured] of Object.entries(await measureOne(size))) {
      const { unit, value, next, max, maxGrowth } = measured;
      const series = all.get(name) ?? { name, unit, ideal: "flat", points: [], next };
      if (series.points.length === 0 && maxGrowth)
        targets.push({ name, unit, max: maxGrowth * value });
      if (series.points.length === 0 && max) targets.push({ name, unit, max });
      series.points.push({ size, value });
      all.set(name, series);
    }
  }
  printSeries("Products, on the embedded database", "products", [...all.values()]);
  console.log(`\nTargets at ${sizes.at(-1)} products`);
  const lastOf = (name: string) => all.get(name)?.points.at(-1)?.value ?? Number.NaN;
  return printTable(targets.map((target) => ({ ...target, value: lastOf(target.name) })));
}

async function measureOne(size: number): Promise<Record<string, Measured>> {
  const folder = await temporaryFolder();
  try {
    await fill(folder, size);
    const env = {
      SEED: "open",
      LOG_LEVEL: "error",
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
    };
    const shop = await startShop(folder, env);
    try {
      const headers = { Cookie: await signIn(shop.url) };
      const kilobytes = async (path: string) =>
        Buffer.byteLength(await read(shop.url + path, headers)) / 1000;
      const milliseconds = (path: string) => medianOf(() => read(shop.url + path, headers));
      const parts = "shorter parts";
      const open = await measureBesideOpenPages(shop);
      return {
        "page, p99, an edit a second, 200 open": {
          unit: "ms",
          value: open.visit,
          next: parts,
        },
        "order, p99, the same": { unit: "ms", value: open.order, next: parts },
        "open page's data, p99, the same": { unit: "ms", value: open.refetch, next: parts },
        "processor, the same": { unit: "% of a core", value: open.processor, next: parts },
        "category page, raw": {
          unit: "kB",
          value: await kilobytes(page),
          max: 150,
          next: parts,
        },
        "quick order page, raw": {
          unit: "kB",
          value: await kilobytes("/pedido-rapido"),
          max: 150,
          next: parts,
        },
        "category page, gzip": {
          unit: "kB",
          value: gzipSync(await read(shop.url + page)).length / 1000,
          next: parts,
        },
        "category page, rendered, processor": {
          unit: "ms",
          value: await measureProcessor(shop.pid, () => read(shop.url + uncached)),
          maxGrowth: 2,
          next: parts,
        },
        "category page, rendered": {
          unit: "ms",
          value: await milliseconds(uncached),
          next: parts,
        },
        "category page, from memory": { unit: "ms", value: await milliseconds(page), next: parts },
        "cart's request, per line": {
          unit: "kB",
          value: await measureCart(shop.url),
          max: 2,
          next: "fewer fields",
        },
        "GET /api/products, 100 rows": {
          unit: "ms",
          value: await milliseconds("/api/products?brief=1&limit=100"),
          next: parts,
        },
        "search by a common word": {
          unit: "ms",
          value: await milliseconds("/api/products?q=produto&brief=1&limit=60"),
          next: "a search engine beside the database",
        },
        "search by a rare word": {
          unit: "ms",
          value: await milliseconds("/api/products?q=77&brief=1&limit=60"),
          next: "a search engine beside the database",
        },
        "the administrator's list": {
          unit: "ms",
          value: await milliseconds("/admin/products.data"),
          next: "a cursor, as orders have",
        },
      };
    } finally {
      await shop.stop();
    }
  } finally {
    await removeFolder(folder);
  }
}

/** Processor milliseconds of the shop for one call. */
async function measureProcessor(pid: number, work: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < renders; round += 1) await work();
  const before = (await readProcessorSeconds(pid)) ?? Number.NaN;
  for (let round = 0; round < renders; round += 1) await work();
  const after = (await readProcessorSeconds(pid)) ?? Number.NaN;
  return ((after - before) * 1000) / renders;
}

async function listIds(url: string, count: number): Promise<string[]> {
  const { items } = JSON.parse(await read(`${url}/api/products?limit=${count}`));
  return items.map(({ id }: { id: string }) => id);
}

/** Kilobytes of the cart's request and answer for each of its lines. */
async function measureCart(url: string): Promise<number> {
  const address = `${url}/api/products?ids=${await listIds(url, cartLines)}&brief=1`;
  return (address.length + Buffer.byteLength(await read(address))) / 1000 / cartLines;
}

async function fill(dataDir: string, size: number): Promise<void> {
  const { database, close } = await openDatabase({ dataDir, log: testLog });
  for (let added = 0; added < size; added += portion) {
    const rows = Array.from({ length: Math.min(portion, size - added) }, (_, index) => ({
      title: `Produto de medida ${added + index}`,
      slug: `produto-de-medida-${added + index}`,
      category: categories[index % categories.length],
      short_desc: "Congelado, em embalagem de um quilo, para sucos, vitaminas e sobremesas.",
      long_desc: "Feito no dia da colheita, sem açúcar e sem conservantes. ".repeat(10),
      sale_options: [mainOption("unidade", 19.9)],
      stock: 100,
      position: added + index,
      images: [`/media/product-images/public/produto-de-medida-${added + index}.webp`],
    }));
    await database.insert(products).values(rows);
  }
  await close();
}
