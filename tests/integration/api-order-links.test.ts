import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { products } from "#app/domain/catalogue/table.ts";
import { createLinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { orderLinkKey } from "#app/domain/kernel/table.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
/** Another process of the same shop. */
const otherUrl = await startApi({ database });
const send = createAdminSender(database, url);

let product: typeof products.$inferSelect;
let order: PlacedOrder;
let ref = "";

/** Fixed, because both processes read it once and the database is reset before each test. */
const key = "k".repeat(43);

beforeEach(async () => {
  await database.insert(orderLinkKey).values({ key });
  // The stock is enough for 50 confirmations.
  product = await addProduct(database, { stock: 100 });
  const response = await sendOrder(
    url,
    { customer, items: [lineFor(product, 2)] },
    { "Idempotency-Key": "a-key-of-this-test" },
  );
  order = await response.json();
  ref = refOf(order.link);
});

const refOf = (link: string) => link.split("/pedido/")[1] ?? "";

let lastClient = 0;
/** A new client, so that no test reaches another one's limit. */
const clientAddress = () => {
  lastClient += 1;
  return `10.${lastClient >> 16}.${(lastClient >> 8) & 255}.${lastClient & 255}`;
};

function read(reference: string, address = clientAddress(), at = url) {
  return fetch(`${at}/api/order-links/${reference}`, { headers: { "x-test-address": address } });
}

function cancel(body: object, reference = ref, headers: object = {}) {
  return fetch(`${url}/api/order-links/${reference}/cancel`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "x-test-address": clientAddress(),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

const setStatus = (status: string, version: number) =>
  send("PATCH", `/api/orders/${order.id}`, { status, version });

describe("the link", () => {
  test("is derived from id and version with the shop's key, and the same when repeated", async () => {
    const token = createHmac("sha256", Buffer.from(key, "base64url"))
      .update(`${order.id}:1`)
      .digest("base64url");
    expect(order.link).toBe(`https://loja.example/pedido/1001-${token.slice(0, 22)}`);
    const replay = await sendOrder(
      url,
      { customer, items: [lineFor(product, 2)] },
      { "Idempotency-Key": "a-key-of-this-test" },
    );
    expect(replay.status).toBe(200);
    expect(await replay.json()).toEqual(order);
  });

  test("is signed with a random key, which the first process stores", async () => {
    await database.delete(orderLinkKey);
    const [one, other] = [createLinkTokens(database), createLinkTokens(database)];
    const linked = { ...order, link_version: 1 };
    const paths = await Promise.all([one.pathOf("order", linked), other.pathOf("order", linked)]);
    expect(paths[0]).toBe(paths[1]);
    expect(paths[0]).not.toBe(`/pedido/${ref}`);
    const [stored] = await database.select().from(orderLinkKey);
    expect(Buffer.from(stored?.key ?? "", "base64url")).toHaveLength(32);
  });

  test("opens the order in every process", async () => {
    expect((await read(ref, undefined, otherUrl)).status).toBe(200);
  });

  test("stops working when the administrator replaces it", async () => {
    const response = await send("POST", `/api/orders/${order.id}/link/rotate`, {});
    expect(response.status).toBe(200);
    const { link } = await response.json();
    expect(link).toMatch(/^https:\/\/loja\.example\/pedido\/1001-[\w-]{22}$/);
    expect(link).not.toBe(order.link);
    expect((await read(ref)).status).toBe(404);
    expect((await read(refOf(link))).status).toBe(200);
  });

  test("is gone once the customer's data are erased", async () => {
    await cancel({ version: 1, reason: "Mudei para a Rua Azul." });
    await send("POST", `/api/orders/${order.id}/anonymize`, {});
    const [stored] = await storedOrders(database);
    if (!stored?.anonymized_at) throw new Error("the order was not anonymized");
    const response = await read(ref);
    expect(response.status).toBe(410);
    expect((await response.json()).title).toBe("Os dados deste pedido foram apagados");
    expect(stored.cancel_reason).toBeNull();
    const logged = await database.select().from(auditLogs);
    expect(JSON.stringify(logged)).not.toContain("Rua Azul");
    const rotated = await send("POST", `/api/orders/${order.id}/link/rotate`, {});
    expect(rotated.status).toBe(410);
    expect((await rotated.json()).title).toBe("Os dados deste pedido foram apagados");
  });
});

describe("the order of a link", () => {
  test("shows what was ordered, without document, e-mail, telephone and street", async () => {
    const response = await read(ref);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const text = await response.text();
    expect(JSON.parse(text)).toEqual({
      numero_pedido: 1001,
      status: "pendente",
      version: 1,
      created_at: order.created_at,
      itens: [
        {
          product_id: product.id,
          product_name: "Polpa de açaí",
          quantity: 2,
          unit: "caixa",
          price: 12.9,
          total: 25.8,
        },
      ],
      delivery_fee: 0,
      valor_total: 25.8,
      customer: {
        first_name: "Maria",
        neighborhood: "Bela Vista",
        city: "São Paulo",
        note: null,
        if_missing: null,
      },
      payment_methods: ["PIX", "Cartão de Crédito", "Cartão de Débito", "Dinheiro"],
      timeline: [{ status: "pendente", at: expect.any(String), by_customer: false }],
      cancel_reason: null,
      changes: { open: true, until: null, reason: null },
      discount: 0,
      original: null,
      edit_reason: null,
      payment_method: null,
      due_on: null,
      due_is_expected: false,
      price_table: null,
      delivery_kind: null,
      delivery_date: null,
      delivery_shift: null,
      delivery_zone: null,
      paid_at: null,
      paid_amount: 0,
      payment_state: "open",
      pix: null,
    });
    // A random id or the milliseconds of a time may contain the digits of an address.
    const rest = text.replaceAll(product.id, "").replaceAll(/\.\d{3}Z/g, "");
    expect(rest).not.toMatch(/da Silva|example\.com|98765|529|Paulista|1000|01310/);
  });

  test("shows the customer's note and wish", async () => {
    const wishes = { note: "Portão azul.\nSem campainha.", if_missing: "trocar" };
    const items = [lineFor(product)];
    const sent = await sendOrder(url, { customer: { ...customer, ...wishes }, items });
    const view = await (await read(refOf((await sent.json()).link))).json();
    expect(view.customer).toMatchObject(wishes);
  });

  test("has a timeline of its statuses", async () => {
    await setStatus("confirmado", 1);
    await send("PUT", `/api/orders/${order.id}/opened`);
    await setStatus("entregue", 2);
    const { timeline } = await (await read(ref)).json();
    expect(timeline.map(({ status }: { status: string }) => status)).toEqual([
      "pendente",
      "confirmado",
      "entregue",
    ]);
  });

  test("is read without side effects", async () => {
    const before = [await storedOrders(database), await database.select().from(auditLogs)];
    await read(ref);
    expect([await storedOrders(database), await database.select().from(auditLogs)]).toEqual(before);
  });
});

describe("cancelling", () => {
  test("is recorded as the customer's, and repeating it changes nothing", async () => {
    const response = await cancel({ version: 1, reason: "  Pedi duas vezes.  " });
    expect(response.status).toBe(200);
    const view = await response.json();
    expect(view).toMatchObject({
      status: "cancelado",
      version: 2,
      cancel_reason: "Pedi duas vezes.",
    });
    expect(view.timeline[1]).toMatchObject({ status: "cancelado", by_customer: true });
    const repeated = await cancel({ version: 1, reason: "Outra razão" });
    expect(repeated.status).toBe(200);
    expect(await repeated.json()).toEqual(view);
    const [last] = (await database.select().from(auditLogs)).filter(
      ({ operation, table_name }) => operation === "UPDATE" && table_name === "orders",
    );
    expect(last?.user_email).toBe("cliente");
  });

  test.each(["confirmado", "entregue"])("is rejected when the order is %s", async (status) => {
    await setStatus(status, 1);
    const response = await cancel({ version: 2 });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:order-confirmed",
      title: "Este pedido já foi confirmado. Fale com a loja.",
    });
  });

  test("on an old version of a pending order is a conflict", async () => {
    await setStatus("confirmado", 1);
    await setStatus("pendente", 2);
    expect((await cancel({ version: 1 })).status).toBe(409);
    expect((await cancel({ version: 3 })).status).toBe(200);
  });

  test("loses its reason when the seller reopens the order", async () => {
    await cancel({ version: 1, reason: "Engano" });
    await setStatus("pendente", 2);
    expect(await (await read(ref)).json()).toMatchObject({
      status: "pendente",
      cancel_reason: null,
    });
  });

  test.each([
    [{}, "version"],
    [{ version: 1, reason: "a".repeat(201) }, "reason"],
    [{ version: 1, reason: "a\u0000" }, "reason"],
    [{ version: 1, status: "entregue" }, "status"],
  ])("with %j is invalid", async (body, field) => {
    const response = await cancel(body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].field).toBe(field);
  });

  test("from a page of another site is rejected", async () => {
    const response = await cancel({ version: 1 }, ref, { Origin: "https://outra.example" });
    expect(response.status).toBe(403);
  });

  test("and confirming at the same time: exactly one wins, 50 times", async () => {
    for (let round = 0; round < 50; round++) {
      const placed: PlacedOrder = await (
        await sendOrder(url, { customer, items: [lineFor(product)] })
      ).json();
      const [cancelled, confirmed] = await Promise.all([
        cancel({ version: 1 }, refOf(placed.link)),
        send("PATCH", `/api/orders/${placed.id}`, { status: "confirmado", version: 1 }),
      ]);
      const statuses = [cancelled.status, confirmed.status].toSorted();
      expect(statuses).toEqual([200, 409]);
      const { status, version } = await (await read(refOf(placed.link))).json();
      expect({ status, version }).toEqual({
        status: cancelled.ok ? "cancelado" : "confirmado",
        version: 2,
      });
    }
  });
});

describe("a wrong link", () => {
  test("60 in ten minutes limit the network's wrong links, for cancelling too, and no valid one", async () => {
    const address = clientAddress();
    const wrong = `1001-${"A".repeat(22)}`;
    for (let failure = 0; failure < 60; failure++) {
      expect((await read(wrong, address)).status).toBe(404);
    }
    const blocked = await read(wrong, address);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("Retry-After"))).toBeGreaterThan(500);
    const headers = { "x-test-address": address };
    expect((await cancel({ version: 1 }, wrong, headers)).status).toBe(429);
    expect((await read(wrong)).status).toBe(404);
    expect((await read(ref, address)).status).toBe(200);
    expect((await cancel({ version: 1 }, ref, headers)).status).toBe(200);
  });
});
