import type { Page } from "@playwright/test";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { addDays, dayOf, weekdayOf } from "#app/shared/days.ts";
import { slugify } from "#app/shared/slug.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { createRow, notices } from "#tests/support/goods.ts";
import { countPresses } from "#tests/support/presses.ts";
import { stubPostalCodes } from "#tests/support/purchase.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { test as base, expect } from "#tests/support/test.ts";

type OpenZone = (weekdays?: readonly number[]) => Promise<void>;

const test = base.extend<{ openZone: OpenZone }>({
  // A zone would also change what the next test is offered.
  openZone: async ({ page }, use) => {
    const ids: string[] = [];
    await use(async (weekdays) => {
      ids.push(await createZone(page, weekdays));
    });
    for (const id of ids) await page.request.delete(`/api/delivery/zones/${id}`);
  },
});

test.beforeEach(async ({ context, page, shop }) => {
  await signInWithRequest(context, shop);
  await stubPostalCodes(page, {
    logradouro: address.street,
    bairro: address.neighborhood,
    localidade: address.city,
    uf: address.state,
  });
});

const address = {
  zipCode: "01310100",
  street: "Avenida Paulista",
  number: "1000",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
};

/** A word of letters alone, which is in no other name: a number in a line may be a quantity, and an s at its end a plural. */
function uniqueWord(): string {
  const digits = crypto.randomUUID().replaceAll("-", "").slice(0, 8);
  return digits.replace(/./g, (digit) => "bcdfghjklmnpqrtv"[Number.parseInt(digit, 16)] ?? "");
}

/** A pulp of R$ 45,90, from ten on R$ 42,90. `word` finds it. */
async function createPulp(page: Page, shop: ShopProcess, words: string) {
  const word = uniqueWord();
  const title = `${words} ${word}`;
  const option = { unit: "pacote", price: 45.9, contains: 1, minimum: 1, step: 1 };
  const row = await createRow(page, shop, "products", {
    title,
    slug: slugify(title),
    visible: true,
    stock: 500,
    price: 45.9,
    sale_options: [{ ...option, tiers: [{ from: 10, price: 42.9 }] }],
  });
  return { ...row, word };
}

async function post(page: Page, path: string, data: object, headers = {}) {
  const response = await page.request.post(`/api/${path}`, { data, headers });
  expect(response.status()).toBe(201);
  return response.json();
}

const createTable = (page: Page, name: string, product_id: string, price: number) =>
  post(page, "price-tables", { name, prices: [{ product_id, unit: "pacote", price }] });

type Goods = { id: string };

/** An order that the shop took for a customer, whose contact is that of the customer. */
async function takeOrder(page: Page, customer: Buyer, goods: readonly Goods[], quantity = 10) {
  const { name, phone, document, id } = customer;
  const items = goods.map((one) => ({ product_id: one.id, unit: "pacote", quantity, price: 40 }));
  const body = {
    customer: { ...address, name, phone, ...(document && { document }) },
    items,
    channel: "telefone",
    customer_id: id,
  };
  return post(page, "orders/taken", body, { "Idempotency-Key": crypto.randomUUID() });
}

type Buyer = { id: string; name: string; phone: string; document?: string };

/** Documents and phones of no other test. */
const documents = ["11222333000181", "33000167000101", "60746948000112", "00000000000191"];
let customers = 0;

async function createBuyer(page: Page, fields: Record<string, unknown>): Promise<Buyer> {
  customers += 1;
  const phone = `1199123${String(customers).padStart(4, "0")}`;
  return post(page, "customers", { phone, address, ...fields });
}

async function readNewest(page: Page): Promise<OrderDetail> {
  const { items } = await (await page.request.get("/api/orders?limit=1")).json();
  return items[0];
}

/** Every day has a delivery in the morning and in the afternoon, until the last minute of the day. */
async function createZone(
  page: Page,
  weekdays: readonly number[] = [0, 1, 2, 3, 4, 5, 6],
): Promise<string> {
  const shift = (name: string, from: string, until: string) => ({
    name,
    from,
    until,
    capacity: null,
  });
  const zone = await post(page, "delivery/zones", {
    name: "Centro",
    active: true,
    cep_ranges: [{ from: "01000000", until: "01999999" }],
    places: [],
    fee: 8,
    minimum_order: 0,
    free_delivery_minimum: 0,
    weekdays,
    shifts: [shift("Manhã", "08:00", "12:00"), shift("Tarde", "13:00", "18:00")],
    cutoff_days: 0,
    cutoff_time: "23:59",
  });
  return zone.id;
}

const customerField = (page: Page) => page.getByRole("combobox", { name: "Cliente" });
const productField = (page: Page) => page.getByRole("combobox", { name: "Produto" });
const total = (page: Page, text: string) => page.getByText(`Total: ${text}`);

test("a quantity that was typed before the customer was known is sold at the prices of the customer's table", async ({
  page,
  shop,
}) => {
  const pulp = await createPulp(page, shop, "Polpa de Cajá");
  const table = await createTable(page, "Bares", pulp.id, 30);
  const [document = ""] = documents;
  const buyer = await createBuyer(page, { name: "Bar da Vila", document, price_table: table.id });
  await page.goto("/admin/orders/new");
  await productField(page).fill(`4 ${pulp.title}`);
  await productField(page).press("Enter");
  await page.getByLabel(`Quantidade de ${pulp.title}`).fill("12");
  const price = page.getByLabel(`Preço de ${pulp.title}`);
  await expect(price).toHaveValue("42,90");
  await customerField(page).fill("Bar de outro nome");
  await customerField(page).press("Enter");
  await page.getByLabel("CPF ou CNPJ").fill(document);
  await expect(price).toHaveValue("30,00");
  for (const [name, text] of Object.entries({ ...address, phone: buyer.phone })) {
    await page.locator(`[name=${name}]`).fill(text);
  }

  // Another table since the prices were shown.
  const { id } = await createTable(page, "Feiras", pulp.id, 33);
  const data = { price_table: id, version: 1 };
  expect((await page.request.patch(`/api/customers/${buyer.id}`, { data })).status()).toBe(200);
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(page.getByText("Este cliente compra pela Tabela Feiras")).toBeVisible();
  await expect(page.getByText("Itens: R$ 396,00")).toBeVisible();
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(page).toHaveURL(/pedido=/);
  expect(await readNewest(page)).toMatchObject({
    price_table: "Feiras",
    itens: [{ price: 33, total: 396 }],
  });
});

test("however a customer is found, the order has the prices of their table, and the total that was shown is saved", async ({
  page,
  shop,
  openZone,
}) => {
  const pulp = await createPulp(page, shop, "Polpa de Pitanga");
  const { id: price_table } = await createTable(page, "Empórios", pulp.id, 30);
  const [, document = ""] = documents;
  const name = `Comércio ${pulp.title} Ltda.`;
  const trade_name = `Empório ${pulp.title}`;
  const buyer = await createBuyer(page, { name, trade_name, document, price_table });
  const { phone } = buyer;
  const masked = phone.replace(/^(..)(.{5})(.{4})$/, "($1) $2-$3");
  const order = await takeOrder(page, buyer, [pulp], 3);
  await openZone();
  const search = async (text: string) => {
    await page.goto("/admin/orders/new");
    await customerField(page).fill(text);
    await expect(page.getByRole("option", { name: trade_name }).first()).toBeVisible();
    await customerField(page).press("Enter");
  };
  const ways = {
    name: () => search(name.slice(0, -6)),
    "trade name": () => search(trade_name),
    phone: () => search(masked),
    document: () => search(document),
    conversation: async () => {
      await page.goto("/admin/orders/new");
      await countPresses(page).paste(`10/11/2026 08:15 - +55 ${masked}: bom dia\n3 ${pulp.title}`);
    },
    "the order once more": async () => {
      await page.goto(`/admin/orders?pedido=${order.id}`);
      await page.getByRole("link", { name: "Pedir de novo" }).click();
    },
  };
  for (const [way, find] of Object.entries(ways)) {
    await test.step(way, async () => {
      await find();
      await expect(page.getByText("Tabela Empórios")).toBeVisible();
      const quantity = page.getByLabel(`Quantidade de ${pulp.title}`);
      if (!["conversation", "the order once more"].includes(way)) {
        await page.getByRole("button", { name: /^O mesmo da última vez/ }).click();
      }
      await expect(quantity).toHaveValue("3");
      await quantity.fill("12");
      await expect(total(page, "R$ 368,00")).toBeVisible();
      await page.getByRole("button", { name: "Anotar pedido" }).click();
      await expect(page).toHaveURL(/pedido=/);
      expect(await readNewest(page)).toMatchObject({
        customer_id: buyer.id,
        price_table: "Empórios",
        valor_total: 368,
        itens: [{ price: 30, quantity: 12 }],
      });
    });
    // The last order has the quantity of the next way.
    const { id, version } = await readNewest(page);
    await page.request.patch(`/api/orders/${id}`, { data: { status: "cancelado", version } });
  }
});

test("a known customer's order as last week with one change takes 6 presses on one page", async ({
  page,
  shop,
  openZone,
}) => {
  const acerola = await createPulp(page, shop, "Polpa de Acerola");
  const others = [
    await createPulp(page, shop, "Polpa de Caju"),
    await createPulp(page, shop, "Polpa de Umbu"),
  ];
  const buyer = await createBuyer(page, { name: `Padaria ${acerola.word}` });
  await takeOrder(page, buyer, [acerola, ...others]);
  await openZone();
  await page.goto("/admin/orders/new");
  const { type, press, click, counted } = countPresses(page);
  await type(acerola.word);
  await press("Enter");
  await click(page.getByRole("button", { name: /^O mesmo da última vez/ }));
  await type(`2 ${acerola.word}`);
  await press("Enter");
  await expect(page.getByLabel(`Quantidade de ${acerola.title}`)).toHaveValue("12");
  await click(page.getByText("Amanhã", { exact: true }));
  await expect(page.getByLabel("Manhã, 8h às 12h")).toBeChecked();
  expect(counted.pages).toBe(0);
  await press("Control+Enter");
  expect(counted.presses).toBeLessThanOrEqual(6);
  expect(counted.characters).toBeLessThanOrEqual(20);
  await expect(page).toHaveURL(/pedido=/);
  const saved = await readNewest(page);
  expect(saved).toMatchObject({
    customer_id: buyer.id,
    delivery_date: addDays(dayOf(new Date()), 1),
    delivery_shift: "Manhã, 8h às 12h",
    delivery_zone: "Centro",
  });
  expect(saved.itens.map(({ quantity }) => quantity)).toEqual([12, 10, 10]);
});

test("an order of five items by somebody new takes 12 presses, without a mouse until the day", async ({
  page,
  shop,
  openZone,
}) => {
  const words = ["Polpa de Cajá", "Polpa de Seriguela", "Polpa de Mangaba", "Polpa de Murici"];
  const pulps = [];
  for (const name of [...words, "Polpa de Bacuri"]) pulps.push(await createPulp(page, shop, name));
  await openZone();
  await page.goto("/admin/orders/new");
  const { type, press, click, counted } = countPresses(page);
  await type("Neide Quitanda");
  await press("Enter");
  await expect(page.getByLabel("Telefone")).toBeFocused();
  await expect(page.getByLabel("Nome completo")).toHaveValue("Neide Quitanda");
  await type("11944332211");
  await press("Enter");
  await type(address.zipCode);
  await press("Enter");
  await expect(page.getByLabel("Número")).toBeFocused();
  await type("77");
  await press("Enter");
  await expect(productField(page)).toBeFocused();
  for (const [index, { title, word }] of pulps.entries()) {
    await type(`${index + 2} ${word}`);
    await press("Enter");
    await expect(page.getByLabel(`Quantidade de ${title}`)).toHaveValue(String(index + 2));
    await expect(productField(page)).toHaveValue("");
  }
  await click(page.getByText("Amanhã", { exact: true }));
  expect(counted.pages).toBe(0);
  await press("Control+Enter");
  expect(counted.presses).toBeLessThanOrEqual(12);
  await expect(page).toHaveURL(/pedido=/);
  const saved = await readNewest(page);
  expect(saved.cliente_info).toMatchObject({ name: "Neide Quitanda", ...address, number: "77" });
  expect(saved.itens.map(({ quantity }) => quantity)).toEqual([2, 3, 4, 5, 6]);
});

test("a pasted message of six items takes 5 presses, and a line that was not understood opens a picker with its words", async ({
  page,
  shop,
  openZone,
}) => {
  const words = ["Cajá", "Caju", "Umbu", "Murici", "Bacuri", "Açaí"];
  const pulps = [];
  for (const name of words) pulps.push(await createPulp(page, shop, `Polpa de ${name}`));
  const buyer = await createBuyer(page, { name: "Lanchonete Recife" });
  const phone = buyer.phone.replace(/^(..)(.{5})(.{4})$/, "$1 $2-$3");
  const lines = pulps.map(({ title }, index) => `${index + 1} ${title}`);
  const message = (texts: readonly string[]) =>
    `10/11/2026 08:15 - +55 ${phone}: ${["Bom dia!", ...texts].join("\n")}`;
  await openZone();
  await page.goto("/admin/orders/new");
  const { paste, press, click, counted } = countPresses(page);
  await paste(message(lines));
  await expect(page.getByText("Lanchonete Recife")).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Itens do pedido" }).getByRole("listitem"),
  ).toHaveCount(6);
  await click(page.getByText("Amanhã", { exact: true }));
  await press("Control+Enter");
  expect(counted.presses).toBeLessThanOrEqual(5);
  await expect(page).toHaveURL(/pedido=/);
  const saved = await readNewest(page);
  expect(saved).toMatchObject({ customer_id: buyer.id, channel: "WhatsApp" });
  expect(saved.itens.map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4, 5, 6]);

  const [first] = pulps;
  await page.goto("/admin/orders/new");
  await countPresses(page).paste(
    message([`4 pacotes ${first?.word} bem geladinha`, lines[1] ?? ""]),
  );
  await page.getByRole("button", { name: /^Escolher produto para 4 pacotes/ }).click();
  const picker = page.getByRole("dialog", { name: /^O que é/ });
  const field = picker.getByLabel("Produto");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(new RegExp(`${first?.word}`));
  await field.fill(first?.title ?? "");
  await expect(picker.getByRole("button", { name: first?.title })).toBeVisible();
  await field.press("Enter");
  await expect(page.getByLabel(`Quantidade de ${first?.title}`)).toHaveValue("4");
  await expect(notices(page)).toContainText("Aprendido para este cliente");
  page.on("dialog", (dialog) => void dialog.accept());
});

test("a day that the shop does not offer is possible, and says what it breaks", async ({
  page,
  shop,
  openZone,
}) => {
  const pulp = await createPulp(page, shop, "Polpa de Graviola");
  const buyer = await createBuyer(page, { name: `Sorveteria ${pulp.word}` });
  const today = dayOf(new Date());
  const weekdays = [0, 1, 2, 3, 4, 5];
  await openZone(weekdays);
  const inAWeek = addDays(today, 7);
  const sunday = addDays(inAWeek, 6 - weekdayOf(inAWeek));
  await page.goto(`/admin/orders/new?cliente=${buyer.id}`);
  await productField(page).fill(`2 ${pulp.title}`);
  await productField(page).press("Enter");
  await page.getByText("Outro dia", { exact: true }).click();
  await page.getByLabel("Outra data").fill(sunday);
  await expect(page.getByText("Domingo não é dia de entrega em Centro.")).toBeVisible();
  await page.getByRole("button", { name: "Anotar pedido" }).click();
  await expect(page).toHaveURL(/pedido=/);
  expect(await readNewest(page)).toMatchObject({ delivery_date: sunday, delivery_shift: null });
});

test("another customer's order has nothing of the one before, and the offer is that of its address", async ({
  page,
  shop,
  openZone,
}) => {
  const pulp = await createPulp(page, shop, "Polpa de Cupuaçu");
  const former = await createBuyer(page, { name: `Bistrô ${pulp.word}` });
  const other = await createBuyer(page, { name: `Trattoria ${pulp.word}` });
  await openZone();
  await page.goto("/admin/orders/new");
  await productField(page).fill(pulp.title);
  await productField(page).press("Enter");
  await expect(page.getByText("Itens: R$ 45,90")).toBeVisible();
  // The address is not known.
  await expect(page.getByText("entrega grátis")).toBeHidden();
  const choose = async (name: string) => {
    await customerField(page).fill(name);
    await customerField(page).press("Enter");
    await expect(page.getByText("entrega R$ 8,00")).toBeVisible();
  };
  await choose(former.name);
  const method = page.getByLabel("Forma de pagamento");
  await method.selectOption({ index: 1 });
  await page.getByText("Amanhã", { exact: true }).click();
  await expect(page.getByLabel("Manhã, 8h às 12h")).toBeChecked();
  await page.getByRole("button", { name: "Outro cliente" }).click();
  await choose(other.name);
  await expect(method).toHaveValue("");
  await expect(page.getByLabel("A combinar", { exact: true })).toBeChecked();

  // While the answer about another address is on its way, that of the former one is not shown.
  await page.route("**/api/delivery?*", () => {});
  await page.getByRole("button", { name: "Mudar dados" }).click();
  const tomorrow = page.getByText("Amanhã", { exact: true });
  await expect(tomorrow).toBeVisible();
  await page.locator("[name=zipCode]").fill("20040020");
  await expect(tomorrow).toBeHidden();
  await expect(page.getByText("entrega R$ 8,00")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("usual items are added by a tap each, at the usual quantity", async ({ page, shop }) => {
    const pulp = await createPulp(page, shop, "Polpa de Uvaia");
    const buyer = await createBuyer(page, { name: `Cantina ${pulp.word}` });
    await takeOrder(page, buyer, [pulp], 7);
    await page.goto(`/admin/orders/new?cliente=${buyer.id}`);
    const usual = page.getByRole("region", { name: "Costuma pedir" });
    await usual.getByRole("button", { name: new RegExp(pulp.title) }).click();
    await expect(page.getByLabel(`Quantidade de ${pulp.title}`)).toHaveValue("7");
    await expect(usual).toBeHidden();
    await page.getByRole("button", { name: "Anotar pedido" }).click();
    await expect(page).toHaveURL(/pedido=/);
    expect((await readNewest(page)).itens).toMatchObject([{ quantity: 7 }]);
  });
});
