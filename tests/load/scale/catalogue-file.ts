import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import type { CatalogueFileResult } from "#app/domain/catalogue/file/schema.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { demoPicturesFolder } from "#demo/seed.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { login, signIn } from "../seller.ts";
import { percentile, type Row } from "../table.ts";
import { read, timeMeanwhile, timeOf } from "../timing.ts";

/** The pause between two searches of a visitor. */
const pauseMs = 20;

const productCount = Number(process.env.BENCH_PRODUCTS ?? 300);
const maxSeconds = 10;
const basePictures = 10;

/**
 * Measures the time of a catalogue in PDF, with pictures that were never resized before and again, and the time for which visitors
 * wait meanwhile.
 */
export async function measureCatalogueFile(): Promise<Row[]> {
  const folder = await temporaryFolder();
  try {
    await addProducts(folder);
    const shop = await startShop(folder, {
      SEED: "open",
      LOG_LEVEL: "warn",
      ADMIN_EMAIL: login.email,
      ADMIN_PASSWORD: login.password,
    });
    return await measure(shop.url).finally(() => shop.stop());
  } finally {
    await removeFolder(folder);
  }
}

/** Each with a picture of its own. */
async function addProducts(folder: string): Promise<void> {
  const media = createFolderStore(path.join(folder, "media"));
  const photos = await readProductPhotos();
  const rows = [];
  for (let index = 0; index < productCount; index += 1) {
    const name = `product-images/public/produto-${index}.jpg`;
    await media.write(name, photos[index % photos.length] ?? Buffer.alloc(0));
    rows.push({
      title: `Produto ${index}`,
      slug: `produto-${index}`,
      category: "polpas",
      stock: 10,
      images: [`/media/${name}`],
      sale_options: [
        { ...mainOption("pacote", 10 + index), tiers: [{ from: 10, price: 9 }] },
        { ...mainOption("caixa", 100 + index), contains: 12 },
      ],
    });
  }
  const opened = await openDatabase({ dataDir: folder, log: testLog });
  await opened.database.insert(products).values(rows);
  await opened.close();
}

/** Some of the demonstration's, as large as a telephone's photo after the upload. */
export async function readProductPhotos(): Promise<Buffer<ArrayBuffer>[]> {
  const names = await readdir(path.join(demoPicturesFolder, "products"));
  return Promise.all(
    names.slice(0, basePictures).map(async (name) => {
      // The shop, which is part of this process, reads pictures from memory only.
      const picture = sharp(await readFile(path.join(demoPicturesFolder, "products", name)));
      const large = picture.resize({ width: 1600, height: 1600, fit: "cover" });
      return large.jpeg({ quality: 85 }).toBuffer();
    }),
  );
}

/** Makes the catalogue in PDF of all products, with the prices of the site. */
export async function makeCatalogueFile(
  url: string,
  cookie: string,
  format: "a4" | "phone",
): Promise<CatalogueFileResult> {
  const lines = await read(`${url}/api/products/export.pdf`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ format, prices: "public" }),
  });
  const result = JSON.parse(lines.trim().split("\n").at(-1) ?? "{}");
  if (result.type !== "result") throw new Error(`no file: ${JSON.stringify(result)}`);
  return result;
}

async function measure(url: string): Promise<Row[]> {
  const cookie = await signIn(url);
  let bytes = 0;
  async function make(format: "a4" | "phone"): Promise<void> {
    bytes = (await makeCatalogueFile(url, cookie, format)).bytes;
  }
  /** Searches that no cache answers. */
  const search = (round: number) => read(`${url}/api/products?q=produto%20${round}&limit=10`);
  const quiet = await timeMeanwhile(delay(3000), search, pauseMs);
  let first = 0;
  const making = timeOf(() => make("a4")).then((time) => {
    first = time;
  });
  const busy = await timeMeanwhile(making, search, pauseMs);
  const again = await timeOf(() => make("a4"));
  const size = bytes;
  const phone = await timeOf(() => make("phone"));
  const wait = { name: "search of a visitor, p99", unit: "ms" };
  const file = { name: `catalogue of ${productCount} products`, unit: "s", max: maxSeconds };
  return [
    { ...file, column: "A4, new pictures", value: first / 1000 },
    { ...file, column: "A4 again", value: again / 1000 },
    { ...file, column: "telephone", value: phone / 1000 },
    { name: "size of A4", value: size / 1e6, unit: "MB" },
    { ...wait, column: "quiet", value: percentile(quiet, 0.99) },
    { ...wait, column: "meanwhile", value: percentile(busy, 0.99) },
  ];
}
