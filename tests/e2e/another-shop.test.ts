import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { email, signInWithRequest } from "#tests/support/administrator.ts";
import { publicPages } from "#tests/support/pages.ts";
import { openCart, waitForHydration } from "#tests/support/purchase.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

/** The texts that only the demonstration shop may have. `Pomar-Tab` is a header of the API, `pomar` part of technical names. */
const demoTexts = [
  ...[/Pomar(?!-Tab)/, /Jabuticabeiras/, /Jundia/, /4000-0000/, /90000-0000/, /Marta/],
  ...[/15\+/, /1000\+/, /30\+/, /100% ?natural/, /câmara fria/, /Quatro prateleiras/, /Colhidas/],
  ...[
    /três passos/,
    /Aberto agora/,
    /8h às 18h/,
    /Polpas, frutas, gelo e pescados/,
    /horário comercial/,
  ],
];

/** The facts about the goods that only the seller knows. The slug and the name of a category may state them. */
const claims = [
  ...[/freezer/i, /−18/, /congelad[oa]\b/i, /recebe tudo/i],
  ...[/polpas, frutas/i, /sucos/i, /peixe/i],
];

const documents = ["/manifest.webmanifest", "/llms.txt", "/api/openapi.json", "/api/docs"];

test("a shop of another name, started empty, shows nothing of the demonstration shop", {
  tag: "@nightly",
}, async ({ playwright, browser }) => {
  const shop = await startShop(await temporaryFolder(), { SEED: "open", ADMIN_EMAIL: email });
  const request = await playwright.request.newContext({ baseURL: shop.url });
  try {
    await signInWithRequest({ request }, shop);
    const api = `${shop.url}/api`;
    const { version } = await (await request.get(`${api}/settings`)).json();
    const named = await request.patch(`${api}/settings`, {
      data: { site_name: "Frutas da Serra", email: "oi@serra.example", version },
    });
    expect(named.status()).toBe(200);
    const goods = { title: "Polpa de uvaia", slug: "polpa-de-uvaia", category: "polpas" };
    const created = await request.post(`${api}/products`, {
      data: { ...goods, price: 30, stock: 200 },
    });
    expect(created.status()).toBe(201);
    await sendOrder(request, "Ana Souza");

    for (const path of [...Object.values(publicPages), ...documents]) {
      const text = await (await request.get(shop.url + path)).text();
      const foreign = documents.includes(path) ? demoTexts : [...demoTexts, ...claims];
      for (const demo of foreign) expect.soft(text, path).not.toMatch(demo);
    }
    await expectNoClaimInDialogs(await browser.newPage({ baseURL: shop.url }), goods.title);
    const home = await (await request.get(shop.url)).text();
    expect(home).toContain("Frutas da Serra");
    const outbox = join(shop.dataDir, "outbox");
    const mails = async () => (await readdir(outbox).catch(() => [])).filter(isMail);
    await expect.poll(mails).toHaveLength(2);
    for (const name of await mails()) {
      const mail = decodeQuotedPrintable(await readFile(join(outbox, name), "utf8"));
      expect(mail).toContain("Frutas da Serra");
      for (const demo of demoTexts) expect.soft(mail, name).not.toMatch(demo);
    }
  } finally {
    await request.dispose();
    await shop.stop();
    await removeFolder(shop.dataDir);
  }
});

/** Checks the product's dialog, the cart with it and the empty cart. */
async function expectNoClaimInDialogs(page: Page, title: string): Promise<void> {
  async function expectNone(dialog: Locator) {
    await expect(dialog).toBeVisible();
    for (const claim of claims) await expect.soft(dialog).not.toContainText(claim);
  }
  await page.goto("/produtos/polpas-de-frutas?produto=polpa-de-uvaia");
  await waitForHydration(page);
  const product = page.getByRole("dialog", { name: title });
  await expectNone(product);
  await product.getByRole("button", { name: `Adicionar ao carrinho: ${title}` }).click();
  await page.keyboard.press("Escape");
  const cart = await openCart(page);
  await expect(cart).toContainText("O que acontece depois de enviar");
  await expectNone(cart);
  await cart.getByRole("button", { name: "Limpar carrinho" }).click();
  await expect(cart).toContainText("Seu carrinho está vazio");
  await expectNone(cart);
  await page.close();
}

const isMail = (name: string) => name.endsWith(".eml");

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
