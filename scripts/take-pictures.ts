import { mkdir, writeFile } from "node:fs/promises";
import { type APIRequestContext, type BrowserContextOptions, chromium } from "@playwright/test";
import sharp from "sharp";
import { quote } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";

/** The README's pictures, made from the demonstration shop and a few orders: `npm run pictures`. */
const folder = "docs/pictures";
const wide: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const pictures: { name: string; path: string; options: BrowserContextOptions }[] = [
  { name: "storefront-wide", path: "/", options: wide },
  { name: "storefront-phone", path: "/produtos/polpas-de-frutas", options: phone },
  { name: "back-office", path: "/admin", options: wide },
];

/** Customers of the orders, each with the quantities of a few products. The first orders are confirmed. */
const orders: { name: string; quantities: number[]; status?: "confirmado" | "entregue" }[] = [
  { name: "Restaurante Mar Aberto", quantities: [12, 8, 20], status: "entregue" },
  { name: "Padaria Aurora", quantities: [6, 10], status: "entregue" },
  { name: "Bar do Lago", quantities: [24, 6, 4, 10], status: "confirmado" },
  { name: "Hotel Serra Azul", quantities: [10, 15], status: "confirmado" },
  { name: "Ana Ribeiro", quantities: [3, 2] },
  { name: "Empório Central", quantities: [20, 10, 5] },
];

const dataDir = await temporaryFolder();
const shop = await startShop(dataDir, { LOG_LEVEL: "warn" });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  await mkdir(folder, { recursive: true });
  const { request } = await browser.newContext({ baseURL: shop.url });
  await signInWithRequest({ request }, shop);
  await placeOrders(request);
  for (const picture of pictures) await take(picture);
} finally {
  await browser.close();
  await shop.stop();
  await removeFolder(dataDir);
}

async function take({ name, path, options }: (typeof pictures)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: shop.url,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    reducedMotion: "reduce",
    ...options,
  });
  if (path.startsWith("/admin")) await signInWithRequest(context, shop);
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  const file = `${folder}/${name}.webp`;
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer();
  await writeFile(file, picture);
  console.log(`${file}: ${Math.round(picture.length / 1000)} kB`);
  await context.close();
}

async function placeOrders(request: APIRequestContext): Promise<void> {
  const response = await request.get("/api/products?limit=250");
  const { items }: { items: Product[] } = await response.json();
  const products = items.filter(({ stock }) => stock >= 100);
  for (const [index, { name, quantities, status }] of orders.entries()) {
    const lines = quantities.map((quantity, at) => {
      const product = products[(index * 5 + at * 3) % products.length] as Product;
      const { unit } = product.specs;
      return {
        product_id: product.id,
        unit,
        quantity,
        price: quote(product, unit, quantity)?.price,
      };
    });
    const placed = await send(request, "post", "/api/orders", {
      customer: customerOf(name),
      items: lines,
    });
    if (!status) continue;
    await send(request, "patch", `/api/orders/${placed.id}`, { status, version: 1 });
  }
}

function customerOf(name: string) {
  return {
    name,
    email: "compras@example.com",
    phone: "11987654321",
    document: "529.982.247-25",
    zipCode: "01310100",
    street: "Avenida Paulista",
    number: "1000",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
  };
}

async function send(
  request: APIRequestContext,
  method: "post" | "patch",
  path: string,
  data: object,
) {
  const headers = { "Idempotency-Key": crypto.randomUUID(), Origin: shop.url };
  const response = await request[method](path, { data, headers });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}
