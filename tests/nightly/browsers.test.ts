import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startProxy } from "#tests/faults/offline/proxy.ts";
import { createOrderSource } from "#tests/load/orders.ts";
import { login, signIn } from "#tests/load/seller.ts";
import { visitor } from "#tests/support/purchase.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { type Engine, engines } from "./browsers/engines.ts";
import { createActions } from "./browsers/page-actions.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const category = "/produtos/polpas-de-frutas";
const products = ["Polpa de açaí 100 g", "Polpa de acerola 100 g"];
let folder = "";
let shop: ShopProcess;
let cookie = "";

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]);
  folder = await temporaryFolder();
  shop = await startShop(folder, {
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
    // No postal code is found: the address is typed.
    POSTAL_CODE_URL: "http://127.0.0.1:9",
  });
  cookie = await signIn(shop.url);
});
afterAll(async () => {
  await shop.stop();
  await removeFolder(folder);
});

describe.each(Object.entries(engines))("%s", async (_name, start) => {
  const engine = await start();
  if (!engine) return test("is not available on this machine", { skip: true }, () => undefined);
  console.log(engine.version);
  afterAll(() => engine.close());

  test("a purchase", async () => {
    const number = await order(engine, shop.url);
    expect((await readOrders()).map((one) => one.numero_pedido)).toContain(number);
  });

  test("an order sent without a connection is stored once when it is back", async () => {
    const before = (await readOrders()).length;
    const proxy = await startProxy(shop.url);
    const { read } = await fillCheckout(engine, proxy.url);
    await engine.evaluate(
      "new Promise((done) => { if (!navigator.serviceWorker || navigator.serviceWorker.controller) done(); else navigator.serviceWorker.oncontrollerchange = () => done(); })",
    );
    proxy.disconnect();
    await createActions(engine).click("dialog[open] button", "Enviar pedido");
    // Without the browser's own offline signal the result of the request is unknown.
    await read("dialog[open]", "Não recebemos a confirmação");
    proxy.reconnect();
    await engine.goto(proxy.url + category);
    await expect
      .poll(async () => (await readOrders()).length, { timeout: 60_000 })
      .toBe(before + 1);
    expect(proxy.seen.maxConcurrent).toBe(1);
    proxy.close();
  });

  test("a confirmation in the back office", async () => {
    const { headers, body } = (await createOrderSource(shop.url))();
    const sent = await fetch(`${shop.url}/api/orders`, { method: "POST", headers, body });
    const { id } = (await sent.json()) as { id: string };
    const { click, fill, read } = createActions(engine);
    await engine.goto(`${shop.url}/admin/login?next=%2Fadmin%2Forders`);
    await read("html[data-hydrated] body");
    await fill("input[type=email]", login.email);
    await fill("input[type=password]", login.password);
    await click("button[type=submit]", "Entrar");
    await click("a", `#${id.slice(-8)}`);
    await fill("dialog[open] select", "confirmado");
    await click("dialog[open] button", "Salvar status");
    await read("body", "Status atualizado");
    const stored = await fetch(`${shop.url}/api/orders/${id}`, { headers: { cookie } });
    expect(await stored.json()).toMatchObject({ status: "confirmado" });
  });
});

/** Puts products into the cart and fills the checkout. */
async function fillCheckout(engine: Engine, url: string) {
  const { click, fill, read } = createActions(engine);
  await engine.goto(url + category);
  await read("html[data-hydrated] body");
  for (const product of products) await click("button", `Adicionar ao carrinho: ${product}`);
  await click("header button", "Carrinho");
  await click("dialog[open] button", "Finalizar Pedido");
  for (const [name, value] of Object.entries(visitor))
    await fill(`dialog[open] [name=${name}]`, value);
  await fill("dialog[open] [name=state]", "SP");
  return { click, read };
}

/** Resolves with the number of the new order. */
async function order(engine: Engine, url: string): Promise<number> {
  const { click, read } = await fillCheckout(engine, url);
  await click("dialog[open] button", "Enviar pedido");
  const text = await read("dialog[open]", "Recebemos seu pedido");
  return Number(/nº (\d+)/.exec(text)?.[1]);
}

async function readOrders(): Promise<{ numero_pedido: number }[]> {
  const response = await fetch(`${shop.url}/api/orders?limit=100`, { headers: { cookie } });
  return ((await response.json()) as { items: { numero_pedido: number }[] }).items;
}
