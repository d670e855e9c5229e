import {
  type APIRequestContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import sharp from "sharp";
import { quote } from "#app/domain/catalogue/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type GuidePicture, sizeOf } from "#app/routes/admin/help/guides.ts";
import { signInWithRequest } from "./administrator.ts";
import { chromiumFlags, ensureChromium } from "./chromium.ts";
import { removeFolder, startShop, temporaryFolder } from "./shop-process.ts";

/** Customers of the orders, each with the quantities of a few products. The first orders are confirmed. */
const orders: { name: string; quantities: number[]; status?: "confirmado" | "entregue" }[] = [
  { name: "Restaurante Mar Aberto", quantities: [12, 8, 20], status: "entregue" },
  { name: "Padaria Aurora", quantities: [6, 10], status: "entregue" },
  { name: "Bar do Lago", quantities: [24, 6, 4, 10], status: "confirmado" },
  { name: "Hotel Serra Azul", quantities: [10, 15], status: "confirmado" },
  { name: "Ana Ribeiro", quantities: [3, 2] },
  { name: "Empório Central", quantities: [20, 10, 5] },
];

/** Opens windows of the demonstration shop, which has a few orders. */
export async function openDemonstration() {
  const dataDir = await temporaryFolder();
  const shop = await startShop(dataDir, { LOG_LEVEL: "warn" });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  const { request } = await browser.newContext({ baseURL: shop.url });
  await signInWithRequest({ request }, shop);
  await placeOrders(request, shop.url);
  return {
    request,
    async open(path: string, options: BrowserContextOptions): Promise<Page> {
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
      return page;
    },
    async close() {
      await browser.close();
      await shop.stop();
      await removeFolder(dataDir);
    },
  };
}

type Demonstration = Awaited<ReturnType<typeof openDemonstration>>;

/** A picture of a guide, as PNG. */
export async function takeGuidePicture(shop: Demonstration, picture: GuidePicture) {
  const { path, isPhone = false, press = [], file, show } = picture;
  const page = await shop.open(path, {
    viewport: sizeOf(picture),
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  for (const name of press) {
    const control = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
    const checkbox = page.getByRole("checkbox", { name, exact: true });
    await control.or(checkbox).filter({ visible: true }).first().click();
    await page.waitForLoadState("networkidle");
  }
  if (press.length > 0) await page.locator("dialog[open]").first().waitFor();
  if (file) {
    const upload = page.locator("dialog[open] input[type=file]");
    const buffer = Buffer.from(file);
    await upload.setInputFiles({ name: "lista.csv", mimeType: "text/csv", buffer });
    await page.locator("dialog[open] tbody tr").first().waitFor();
  }
  if (show) {
    await page.getByText(show).filter({ visible: true }).first().evaluate(scrollTo);
  }
  const screenshot = await page.screenshot({ animations: "disabled", caret: "hide" });
  await page.context().close();
  return screenshot;
}

function scrollTo(element: Element): void {
  const section = element.closest("section, fieldset, label") ?? element;
  section.scrollIntoView({ block: "start", behavior: "instant" });
}

const comparedWidth = 275;
const maxDifference = 24;

/** The share of a picture that differs visibly from another one of the same screen, from 0 to 1. */
export async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((picture) =>
      sharp(picture).resize({ width: comparedWidth }).greyscale().raw().toBuffer(),
    ),
  );
  if (first?.length !== second?.length || !first || !second) return 1;
  const differing = first.filter(
    (value, at) => Math.abs(value - (second[at] ?? 0)) > maxDifference,
  );
  return differing.length / first.length;
}

/** A picture that could not be loaded is a tile of its own color, without the browser's sign for that. */
export async function expectPlainTile(picture: Locator): Promise<void> {
  const isBroken = (image: Element) =>
    image instanceof HTMLImageElement && image.complete && image.naturalWidth === 0;
  await expect.poll(() => picture.evaluate(isBroken)).toBe(true);
  const corner = { left: 12, top: 60, width: 60, height: 60 };
  const tile = await sharp(await picture.screenshot())
    .extract(corner)
    .toBuffer();
  const { channels } = await sharp(tile).stats();
  expect(channels.slice(0, 3).map(({ stdev }) => Math.round(stdev))).toEqual([0, 0, 0]);
}

type Sender = { request: APIRequestContext; origin: string };

async function placeOrders(request: APIRequestContext, origin: string): Promise<void> {
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
    const placed = await send({ request, origin }, "post", "/api/orders", {
      customer: customerOf(name),
      items: lines,
    });
    if (!status) continue;
    await send({ request, origin }, "patch", `/api/orders/${placed.id}`, { status, version: 1 });
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
  { request, origin }: Sender,
  method: "post" | "patch",
  path: string,
  data: object,
) {
  const headers = { "Idempotency-Key": crypto.randomUUID(), Origin: origin };
  const response = await request[method](path, { data, headers });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}
