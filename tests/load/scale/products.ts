import { gzipSync } from "node:zlib";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { readProcessorSeconds } from "../processes.ts";
import { login, signIn } from "../seller.ts";
import type { Row } from "../table.ts";
import { medianOf, read } from "../timing.ts";
import { measureBesideOpenPages } from "./open-pages.ts";

const categories = ["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"];
const portion = 1000;
const page = "/produtos/frutas-congeladas";
/** The router accepts this spelling too, but the page cache stores only the one that links use. */
const uncached = "/PRODUTOS/frutas-congeladas";
const timedPaths = {
  "category page, rendered": uncached,
  "category page, from memory": page,
  "GET /api/products, 100 rows": "/api/products?brief=1&limit=100",
  "search by a common word": "/api/products?q=produto&brief=1&limit=60",
  "search by a rare word": "/api/products?q=77&brief=1&limit=60",
  "the administrator's list": "/admin/products.data",
};
const maxPageKilobytes = 150;
const renderName = "category page, rendered, processor";
/** Times the processor time of the smallest catalogue. */
const maxRenderGrowth = 2;
const cartLines = 20;
const renders = 40;

/** Catalogues of so many products on the embedded database, spread over the four categories. */
export async function measureProducts(sizes: number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measureSize(size)));
  const [smallest] = rows.filter(({ name }) => name === renderName);
  const last = rows.findLast(({ name }) => name === renderName);
  if (smallest && last) last.max = smallest.value * maxRenderGrowth;
  return rows;
}

async function measureSize(size: number): Promise<Row[]> {
  const folder = await temporaryFolder();
  await fill(folder, size);
  const shop = await startShop(folder, {
    SEED: "open",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
  });
  try {
    const headers = { Cookie: await signIn(shop.url) };
    const ask = (path: string) => read(shop.url + path, { headers });
    const open = await measureBesideOpenPages(shop);
    const column = `${size} products`;
    const render = await measureProcessor(shop.pid, () => read(shop.url + uncached));
    const rows: Row[] = [
      { name: "page, p99, an edit a second, 200 open", value: open.visit, unit: "ms" },
      { name: "order, p99, the same", value: open.order, unit: "ms" },
      { name: "open page's data, p99, the same", value: open.refetch, unit: "ms" },
      { name: "processor, the same", value: open.processor, unit: "% of a core" },
      { name: renderName, value: render, unit: "ms" },
      { name: "cart's request, per line", value: await measureCart(shop.url), unit: "kB", max: 2 },
    ];
    const category = await ask(page);
    const quickOrder = await ask("/pedido-rapido");
    for (const [name, value, max] of [
      ["category page, raw", Buffer.byteLength(category), maxPageKilobytes],
      ["quick order page, raw", Buffer.byteLength(quickOrder), maxPageKilobytes],
      ["category page, gzip", gzipSync(category).length, undefined],
    ] as const) {
      rows.push({ name, value: value / 1000, unit: "kB", max });
    }
    for (const [name, path] of Object.entries(timedPaths)) {
      rows.push({ name, value: await medianOf(() => ask(path)), unit: "ms" });
    }
    return rows.map((row) => ({ ...row, column }));
  } finally {
    await shop.stop();
    await removeFolder(folder);
  }
}

/** Processor milliseconds of the shop for one call. */
async function measureProcessor(pid: number, work: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < renders; round += 1) await work();
  const before = await readProcessorSeconds(pid);
  for (let round = 0; round < renders; round += 1) await work();
  const after = await readProcessorSeconds(pid);
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
