import {
  type APIRequestContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import sharp from "sharp";
import { quote } from "#app/domain/catalogue/options/quote.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type GuidePicture, sizeOf } from "#app/routes/admin/help/guides.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { signInWithRequest } from "./administrator.ts";
import { chromiumFlags, ensureChromium } from "./chromium.ts";
import { signInPage } from "./pages.ts";
import { removeFolder, startShop, temporaryFolder } from "./shop-process.ts";

/**
 * Customers of the orders, each with the quantities of a few products. The first orders are confirmed, those of the day are
 * delivered today.
 */
const orders: {
  name: string;
  document: string;
  quantities: number[];
  status?: "confirmado" | "entregue";
  isToday?: boolean;
}[] = [
  {
    name: "Restaurante Mar Aberto",
    document: "11222333000181",
    quantities: [12, 8, 20],
    status: "entregue",
  },
  { name: "Padaria Aurora", document: "11444777000161", quantities: [6, 10], status: "entregue" },
  {
    name: "Bar do Lago",
    document: "12345678000195",
    quantities: [24, 6, 4, 10],
    status: "confirmado",
    isToday: true,
  },
  {
    name: "Hotel Serra Azul",
    document: "33000167000101",
    quantities: [10, 15],
    status: "confirmado",
    isToday: true,
  },
  { name: "Ana Ribeiro", document: "52998224725", quantities: [3, 2] },
  { name: "Empório Central", document: "60746948000112", quantities: [20, 10, 5] },
];

/** Opens windows of the demonstration shop: with its sixty days of business, or with a few orders that are the same every day. */
export async function openDemonstration(SEED: "demo" | "catalogue" = "catalogue") {
  const dataDir = await temporaryFolder();
  const shop = await startShop(dataDir, { LOG_LEVEL: "warn", SEED });
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    // Without hinting the shell without a window sets text as a full browser does.
    args: [...chromiumFlags, "--lang=pt-BR", "--font-render-hinting=none"],
    env: { ...process.env, LANGUAGE: "pt_BR" },
  });
  const { request } = await browser.newContext({ baseURL: shop.url });
  await signInWithRequest({ request }, shop);
  if (SEED === "catalogue") await placeOrders({ request, origin: shop.url });
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
      if (path.startsWith("/admin") && path !== signInPage) await signInWithRequest(context, shop);
      // A phone has the shop's fonts from its second visit on.
      await context.addInitScript(() => localStorage.setItem("fonts", "fetched"));
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
  const { path, isPhone = false, press = [], isPage, file, show } = picture;
  const page = await shop.open(path, {
    viewport: sizeOf(picture),
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  for (const name of press) {
    const isBeginning = name.endsWith("…");
    const named = isBeginning
      ? { name: new RegExp(`^${name.slice(0, -1)}`) }
      : { name, exact: true };
    // The navigation has links of the same names.
    const content = page.locator("main, dialog[open]");
    const button = content.getByRole("button", named).or(content.getByRole("link", named));
    const checkbox = content.getByRole("checkbox", { name, exact: true });
    const control = button.or(checkbox).filter({ visible: true }).first();
    const href = await control.getAttribute("href");
    const target = href && new URL(href, page.url()).href;
    await control.click();
    // Until the linked page has its data, the former one is shown.
    if (target) await page.waitForURL(target);
    await page.waitForLoadState("networkidle");
  }
  if (press.length > 0 && !isPage) await page.locator("dialog[open]").first().waitFor();
  if (file) {
    const upload = page.locator("dialog[open] input[type=file]");
    const buffer = Buffer.from(file);
    await upload.setInputFiles({ name: "lista.csv", mimeType: "text/csv", buffer });
    await page.locator("dialog[open] tbody tr").first().waitFor();
  }
  // The links to the sections of a tab have the sections' names.
  const texts = page.locator(":not(a, a *)").filter({ visible: true });
  const shown = show ? page.getByText(show).and(texts).first() : undefined;
  await shown?.waitFor();
  // A tab of the settings is loaded after the page, and a section of it after the tab; it moves what is below.
  await page
    .getByText(/^Carregando/)
    .first()
    .waitFor({ state: "hidden" });
  await shown?.evaluate(scrollTo);
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
  const screenshot = await picture.screenshot();
  const { width, height } = await sharp(screenshot).metadata();
  // The part is at the right, because a card's availability and rating lie on its left corners.
  const part = {
    left: Math.round(width * 0.65),
    top: Math.round(height * 0.4),
    width: Math.round(width * 0.25),
    height: Math.round(height * 0.4),
  };
  const tile = await sharp(screenshot).extract(part).toBuffer();
  const { channels } = await sharp(tile).stats();
  expect(channels.slice(0, 3).map(({ stdev }) => Math.round(stdev))).toEqual([0, 0, 0]);
}

type Sender = { request: APIRequestContext; origin: string };

async function placeOrders(sender: Sender): Promise<void> {
  const response = await sender.request.get("/api/products?limit=250");
  const { items }: { items: Product[] } = await response.json();
  const products = items.filter(({ stock }) => stock >= 100);
  await addGoodsOfTheDay(sender, products);
  for (const [index, { name, document, quantities, status, isToday }] of orders.entries()) {
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
    const placed = await send(sender, "post", "/api/orders", {
      customer: { ...customerOf(name), document, phone: `1198765432${index}` },
      items: lines,
    });
    if (!status) continue;
    const path = `/api/orders/${placed.id}`;
    let version = 1;
    const day = { delivery_date: dayOf(new Date()), version };
    if (isToday) ({ version } = await send(sender, "patch", path, day));
    ({ version } = await send(sender, "patch", path, { status, version }));
    if (index === 0) await send(sender, "post", `${path}/payments`, { method: "PIX", version });
  }
}

/** Lots, a zone, a price table and a member. */
async function addGoodsOfTheDay(sender: Sender, products: Product[]): Promise<void> {
  const lines = products.slice(0, 3).map(({ id, specs }, at) => ({
    product_id: id,
    unit: specs.unit,
    quantity: 20,
    lot: `L-${101 + at}`,
    expires_on: addDays(dayOf(new Date()), 20 + 40 * at),
  }));
  await send(sender, "post", "/api/stock-movements", { reason: "entrada", lines });
  await send(sender, "post", "/api/delivery/zones", {
    name: "Jundiaí",
    cep_ranges: [{ from: "13200000", until: "13219999" }],
    fee: 12,
    weekdays: [0, 2, 4],
    shifts: [{ name: "Manhã", from: "08:00", until: "12:00", capacity: 20 }],
  });
  await send(sender, "post", "/api/price-tables", { name: "Restaurantes" });
  const member = { name: "Ana Lima", email: "ana@loja.example", role: "equipe" };
  await send(sender, "post", "/api/members", member);
}

function customerOf(name: string) {
  return {
    name,
    email: "compras@example.com",
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
