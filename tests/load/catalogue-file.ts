import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLog } from "#app/platform/log.ts";
import { createFolderStore } from "#app/platform/media/media-store.ts";
import { demoPicturesFolder } from "#demo/seed.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { describeMachine } from "./machine.ts";
import { login, signIn } from "./seller.ts";
import { percentile, printTable, type Row } from "./table.ts";

/**
 * How long a catalogue in PDF takes, with pictures that were never resized before and again, and how long visitors wait
 * meanwhile: `npm run bench:catalogue`.
 */
const productCount = Number(process.env.BENCH_PRODUCTS ?? 300);
const maxSeconds = 10;
const basePictures = 10;

console.log(`${describeMachine()}; ${productCount} products`);
const folder = await temporaryFolder();
try {
  await addProducts();
  const shop = await startShop(folder, {
    SEED: "open",
    LOG_LEVEL: "warn",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
  });
  const isWithin = await measure(shop.url).finally(() => shop.stop());
  if (!isWithin) process.exitCode = 1;
} finally {
  await removeFolder(folder);
}

/** Each with a picture of its own, as large as a telephone's photo after the upload. */
async function addProducts(): Promise<void> {
  const media = createFolderStore(path.join(folder, "media"));
  const names = await readdir(path.join(demoPicturesFolder, "products"));
  const photos = await Promise.all(
    names.slice(0, basePictures).map((name) =>
      sharp(path.join(demoPicturesFolder, "products", name))
        .resize({ width: 1600, height: 1600, fit: "cover" })
        .jpeg({ quality: 85 })
        .toBuffer(),
    ),
  );
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
  const opened = await openDatabase({ dataDir: folder, log: createLog("warn") });
  await opened.database.insert(products).values(rows);
  await opened.close();
}

async function measure(url: string): Promise<boolean> {
  const headers = { Cookie: await signIn(url), "Content-Type": "application/json" };
  async function make(format: string): Promise<{ seconds: number; bytes: number }> {
    const start = performance.now();
    const response = await fetch(`${url}/api/products/export.pdf`, {
      method: "POST",
      headers,
      body: JSON.stringify({ format, prices: "public" }),
    });
    const line = JSON.parse((await response.text()).trim().split("\n").at(-1) ?? "{}");
    if (line.type !== "result") throw new Error(`no file: ${JSON.stringify(line)}`);
    return { seconds: (performance.now() - start) / 1000, bytes: line.bytes };
  }
  const quiet = await timeVisits(url, delay(3000));
  let first = { seconds: 0, bytes: 0 };
  const busy = await timeVisits(
    url,
    make("a4").then((file) => {
      first = file;
    }),
  );
  const again = await make("a4");
  const phone = await make("phone");
  const rows: Row[] = [
    { name: "A4, new pictures", value: first.seconds, unit: "s", max: maxSeconds },
    { name: "A4 again", value: again.seconds, unit: "s", max: maxSeconds },
    { name: "telephone", value: phone.seconds, unit: "s", max: maxSeconds },
    { name: "size of A4", value: first.bytes / 1e6, unit: "MB" },
    { name: "search of a visitor, quiet p99", value: percentile(quiet, 0.99), unit: "ms" },
    { name: "search of a visitor, meanwhile p99", value: percentile(busy, 0.99), unit: "ms" },
  ];
  return printTable(rows);
}

/** Milliseconds of searches, one after the other, that no cache answers. */
async function timeVisits(url: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void until.then(end, end);
  for (let at = 0; !isOver; at += 1) {
    const start = performance.now();
    await (await fetch(`${url}/api/products?q=produto%20${at}&limit=10`)).arrayBuffer();
    times.push(performance.now() - start);
    await delay(20);
  }
  await until;
  return times;
}
