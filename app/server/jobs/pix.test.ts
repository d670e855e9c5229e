import { generatePixPayload } from "@brazilian-utils/brazilian-utils";
import { eq, isNotNull, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { settings } from "#app/domain/company/table.ts";
import {
  anonymizeCustomer,
  readCustomerData,
} from "#app/domain/customers/privacy/commands.server.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { addPayment } from "#app/domain/orders/payments/commands.server.ts";
import { listPayments } from "#app/domain/orders/payments/queries.server.ts";
import { findOrder } from "#app/domain/orders/queries.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Message } from "#app/domain/outgoing/outbox.server.ts";
import {
  installPixBank,
  queuePixChecks,
  registerPixCallback,
} from "#app/domain/outgoing/pix/commands.server.ts";
import { describePixProblem } from "#app/domain/outgoing/pix/problem.server.ts";
import { sendPixCharge } from "#app/domain/outgoing/pix/reconcile.server.ts";
import { offerPixCharge } from "#app/domain/payments/pix/charge.server.ts";
import { pixCharges, pixReceipts } from "#app/domain/payments/pix/table.ts";
import { createPixBank, type PixBank } from "#app/platform/pix/bank.ts";
import { startApi } from "#tests/integration/api-shop.ts";
import { payer, startPixBank, type TestBank, type Trouble } from "#tests/support/pix-bank.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { startOutbox } from "./outbox.ts";
import { openPixSending } from "./pix.ts";

const opened = await openTestDatabase();
const { database } = opened;
const url = await startApi({ database });
const logged: unknown[] = [];
const log = {
  info: (...line: unknown[]) => logged.push(line),
  warn: (...line: unknown[]) => logged.push(line),
};
const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: 20_000, interval: 20 });
const times = { idleMs: 20, gatherMs: 1, unreachableMs: 50, mailPauseMs: 0 };

let server: TestBank;
let bank: PixBank;
let stop: () => Promise<void>;

beforeAll(async () => {
  server = await startPixBank();
  bank = createPixBank(server.settings, log);
});
afterAll(() => server.stop());
beforeEach(async () => {
  const pix = { key: "contato@pomar.com.br", merchant_name: "Pomar", merchant_city: "Campinas" };
  await database.update(settings).set({ pix });
  await installPixBank(database, { isSet: true, isAlone: true });
  server.charges.clear();
  server.requests.length = 0;
  Object.assign(server, {
    trouble: undefined,
    alter: undefined,
    delayMs: 0,
    skewMs: 0,
    callbacks: 1,
    callback: `${url}/api/pix`,
  });
  const senders = {
    pix: (message: Message) => sendPixCharge(database, bank, new Date(), message),
  };
  stop = startOutbox({ opened, senders, log, times });
});
afterEach(async () => {
  await stop();
  expect(JSON.stringify(logged)).not.toMatch(/segredo|Bearer|PRIVATE|Fulano|12345678909/);
});

/** A confirmed order of R$ 0,30. */
async function addOrder() {
  const [order] = await insertOrders(database);
  if (!order) throw new Error("order was not inserted");
  await setStatus(order.id, "confirmado");
  return order.id;
}

const setStatus = (id: string, status: "confirmado" | "cancelado" | "entregue") =>
  database.update(pedidos).set({ status }).where(eq(pedidos.id, id));

const isIdle = async () =>
  (await database.$count(outbox, sql`kind = 'pix' AND sent_at IS NULL`)) === 0;
const untilIdle = () => eventually(isIdle).toBe(true);

async function addCharge() {
  const order = await addOrder();
  await eventually(() => stateOf(order)).toBe("active");
  const txid = server.chargeOf(order)?.txid ?? "";
  return { order, txid };
}

async function stateOf(order: string) {
  const rows = await database.select().from(pixCharges).where(eq(pixCharges.order_id, order));
  return rows.toSorted((one, other) => one.revision - other.revision).at(-1)?.state;
}

const find = async (id: string) => {
  const order = await findOrder(database, id);
  if (!order) throw new Error("no order");
  return order;
};

const offer = async (id: string) =>
  offerPixCharge(database, await find(id), await readSettings(database));

const amountsOf = async (id: string) =>
  (await listPayments(database, [id])).map(({ amount, method }) => `${amount} ${method}`);

const makeDue = async () => {
  await untilIdle();
  await database.update(pixCharges).set({ next_check_at: sql`now()` });
  await queuePixChecks(database);
};

const payByHand = (order: string, amount?: number) =>
  addPayment(database, new Date(), "ana@pomar.example", order, {
    method: "Dinheiro",
    ...(amount !== undefined && { amount }),
    note: undefined,
  });

describe("the charge of an order", () => {
  test("is created when it is confirmed, and its code is offered", async () => {
    const { order, txid } = await addCharge();
    expect(txid).toMatch(/^[a-z0-9]{26,35}$/);
    const charge = server.charges.get(txid);
    expect(charge).toMatchObject({
      valor: { original: "0.30" },
      chave: "contato@pomar.com.br",
      solicitacaoPagador: "Pedido nº 1001",
    });
    expect(await offer(order)).toMatchObject({ code: charge?.pixCopiaECola, amount: 0.3 });
  });

  test("follows what is open, and is removed when it is paid otherwise, cancelled or deleted", async () => {
    const { order, txid } = await addCharge();
    await payByHand(order, 0.1);
    await eventually(() => server.charges.get(txid)?.valor.original).toBe("0.20");
    await untilIdle();
    expect(await offer(order)).toMatchObject({ amount: 0.2, code: expect.stringContaining("25") });
    await payByHand(order);
    await eventually(() => server.charges.get(txid)?.status).toMatch(/^REMOVIDA/);
    const cancelled = await addCharge();
    await setStatus(cancelled.order, "cancelado");
    await eventually(() => server.charges.get(cancelled.txid)?.status).toMatch(/^REMOVIDA/);
    const deleted = await addCharge();
    await database.delete(pedidos).where(eq(pedidos.id, deleted.order));
    await eventually(() => server.charges.get(deleted.txid)?.status).toMatch(/^REMOVIDA/);
    expect(server.charges.size).toBe(3);
  });

  test("is another one when the order is confirmed again", async () => {
    const { order, txid } = await addCharge();
    await setStatus(order, "cancelado");
    await eventually(() => stateOf(order)).toBe("removed");
    await setStatus(order, "confirmado");
    await eventually(() => stateOf(order)).toBe("active");
    expect(server.chargeOf(order)?.txid).not.toBe(txid);
  });

  test("is not created again after an answer that was lost", async () => {
    let count = 0;
    server.trouble = (request) => {
      if (!request.startsWith("PUT /cob")) return undefined;
      count += 1;
      return count === 1 ? "lost" : undefined;
    };
    const order = await addOrder();
    await eventually(() => server.charges.size).toBe(1);
    await eventually(() => describePixProblem(database)).toContain("sem conexão");
    expect(await stateOf(order)).toBe("requested");
    await database.update(outbox).set({ next_attempt_at: sql`now()` });
    await eventually(() => stateOf(order)).toBe("active");
    expect(server.charges.size).toBe(1);
    await eventually(() => describePixProblem(database)).toBeUndefined();
  });

  test("is renewed before it ends, and replaced when it has ended", async () => {
    const { order, txid } = await addCharge();
    const charge = server.charges.get(txid);
    if (!charge) throw new Error("no charge");
    const age = (days: number) => {
      charge.calendario.criacao = new Date(Date.now() - days * 86_400_000).toISOString();
    };
    age(6);
    await makeDue();
    await eventually(() => charge.calendario.expiracao).toBe(14 * 86_400);
    await untilIdle();
    age(20);
    await makeDue();
    await eventually(() => server.charges.size).toBe(2);
    await untilIdle();
    expect(await offer(order)).toMatchObject({ code: server.chargeOf(order)?.pixCopiaECola });
  });
});

describe("a bank's answer", () => {
  test.each([
    ["at the top", (location: string) => ({ location })],
    [
      "in loc, with its scheme",
      (location: string) => ({ loc: { id: 7, location: `https://${location}` } }),
    ],
    ["beside a code that is none", (location: string) => ({ location, pixCopiaECola: "" })],
  ])("without a code has one that is built from the location %s", async (_where, part) => {
    server.alter = ({ pixCopiaECola: _, location, ...charge }) => ({
      ...charge,
      ...part(location),
    });
    const { order, txid } = await addCharge();
    await untilIdle();
    const url = server.charges.get(txid)?.location ?? "";
    const code = generatePixPayload({ url, merchantName: "Pomar", merchantCity: "Campinas" });
    expect(await offer(order)).toMatchObject({ code, amount: 0.3 });
  });

  test.each([
    [{ liquidacao: "2026-11-02T10:00:00Z" }, "2026-11-02T10:00:00.000Z"],
    [{}, undefined],
    [undefined, undefined],
  ])("with a devolution at %j is recorded", async (horario, receivedAt) => {
    server.alter = ({ pix, ...charge }) => ({
      ...charge,
      pix: pix?.map((one) => ({
        ...one,
        devolucoes: one.devolucoes?.map((row) => ({ ...row, horario })),
      })),
    });
    const { order, txid } = await addCharge();
    await server.giveBack(await server.pay(txid), "0.10");
    await eventually(async () => (await find(order)).paid_amount).toBe(0.2);
    const returned = (await listPayments(database, [order])).find(({ amount }) => amount === -0.1);
    expect(returned).toMatchObject(receivedAt ? { received_at: receivedAt } : {});
  });

  test("with odd records costs no other, and says in the log where they are", async () => {
    const odd = [{ valor: "12,00", pagador: payer }, null];
    server.alter = ({ pix, ...charge }) => ({
      ...charge,
      pix: pix && [
        ...odd,
        ...pix.map((one) => ({ ...one, devolucoes: [...odd, ...(one.devolucoes ?? [])] })),
      ],
    });
    const { order, txid } = await addCharge();
    await server.giveBack(await server.pay(txid), "0.10");
    await eventually(() => amountsOf(order)).toEqual(["0.3 PIX", "-0.1 PIX"]);
    const skipped = ["pix.0.endToEndId", "pix.1", "devolucoes.0.id", "devolucoes.1"];
    await eventually(() => logged).toContainEqual([{ txid, skipped }, expect.any(String)]);
  });

  test.each([
    ["a part", ["0.1 PIX"], (pix: object[]) => [...pix, { valor: "0.20" }]],
    ["nothing", [], () => [{ valor: "0.10" }]],
    ["no list", [], () => undefined],
  ])(
    "of which %s of the payment can be read charges nothing more, and is on the dashboard",
    async (_what, payments, alter) => {
      server.alter = ({ pix, ...charge }) => ({ ...charge, pix: pix && alter(pix) });
      const { order, txid } = await addCharge();
      await server.pay(txid, "0.10");
      await eventually(() => describePixProblem(database)).toContain("não consegue ler");
      expect(await amountsOf(order)).toEqual(payments);
      expect(server.charges.size).toBe(1);
      server.alter = undefined;
      const other = await addCharge();
      await server.pay(other.txid);
      await eventually(async () => (await find(other.order)).payment_state).toBe("paid");
      await database.update(outbox).set({ next_attempt_at: sql`now()` });
      await eventually(() => describePixProblem(database)).toBeUndefined();
    },
  );
});

describe("a Pix", () => {
  test("pays the order at its callback, once, however often it is reported", async () => {
    const { order, txid } = await addCharge();
    server.callbacks = 3;
    await server.pay(txid);
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
    await makeDue();
    await untilIdle();
    expect(await amountsOf(order)).toEqual(["0.3 PIX"]);
    const [payment] = await listPayments(database, [order]);
    expect(payment).toMatchObject({ kind: "pix", author: null, note: null });
    expect(await offer(order)).toBeNull();
  });

  test("is found without a callback", async () => {
    const { order, txid } = await addCharge();
    server.callbacks = 0;
    await server.pay(txid);
    await queuePixChecks(database);
    await untilIdle();
    expect((await find(order)).payment_state).toBe("open");
    await makeDue();
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
  });

  test("is looked for soon after the code was shown", async () => {
    const { order } = await addCharge();
    const untilCheck = async () => {
      const [charge] = await database.select().from(pixCharges);
      return (charge?.next_check_at?.getTime() ?? 0) - Date.now();
    };
    expect(await untilCheck()).toBeGreaterThan(30_000);
    await offer(order);
    expect(await untilCheck()).toBeLessThan(11_000);
  });

  test("of a part leaves a charge of the rest", async () => {
    const { order, txid } = await addCharge();
    await server.pay(txid, "0.10");
    await eventually(() => server.chargeOf(order)?.valor.original).toBe("0.20");
    await untilIdle();
    expect(await find(order)).toMatchObject({ payment_state: "partial", paid_amount: 0.1 });
    await server.pay(server.chargeOf(order)?.txid ?? "");
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
    expect(server.charges.size).toBe(2);
  });

  test.each(["paid", "cancelled"] as const)(
    "that comes after the order was %s is to be returned",
    async (how) => {
      const { order, txid } = await addCharge();
      if (how === "paid") await payByHand(order);
      else await setStatus(order, "cancelado");
      await eventually(() => server.charges.get(txid)?.status).toMatch(/^REMOVIDA/);
      await untilIdle();
      await server.pay(txid);
      await eventually(async () => (await find(order)).payment_state).toBe("overpaid");
      expect((await amountsOf(order)).at(-1)).toBe("0.3 PIX");
    },
  );

  test("that is more than the amount, and a second one, are recorded as they are", async () => {
    const { order, txid } = await addCharge();
    await server.pay(txid, "0.50");
    await server.pay(txid, "0.30");
    await eventually(() => amountsOf(order)).toEqual(["0.5 PIX", "0.3 PIX"]);
    expect((await find(order)).payment_state).toBe("overpaid");
  });

  test("that is returned is a negative payment, once, and none that was recorded by hand", async () => {
    const { order, txid } = await addCharge();
    const pix = await server.pay(txid);
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
    await server.giveBack(pix, "0.10");
    await eventually(() => amountsOf(order)).toEqual(["0.3 PIX", "-0.1 PIX"]);
    await makeDue();
    await untilIdle();
    const payments = await listPayments(database, [order]);
    expect(payments.map(({ note }) => note)).toEqual([null, "Pix devolvido"]);
    await setStatus(order, "cancelado");
    await addPayment(database, new Date(), "ana@pomar.example", order, {
      method: "PIX",
      amount: -0.2,
      note: "Devolvi pelo banco",
    });
    await server.giveBack(pix, "0.20");
    await eventually(() => database.$count(pixReceipts)).toBe(3);
    expect((await find(order)).paid_amount).toBe(0);
  });

  test("of a deleted order is money that was received", async () => {
    const { order, txid } = await addCharge();
    await database.delete(pedidos).where(eq(pedidos.id, order));
    await untilIdle();
    await server.pay(txid);
    const received = () =>
      database.execute(sql`SELECT amount::float8, note, customer_id FROM receipts`);
    await expect
      .poll(async () => (await received()).rows)
      .toEqual([{ amount: 0.3, note: "Pix de um pedido excluído", customer_id: null }]);
  });

  test.each([-25, 25])("is recorded by a bank whose clock is %i hours ahead", async (hours) => {
    server.skewMs = hours * 3_600_000;
    const { order, txid } = await addCharge();
    expect(await offer(order)).toMatchObject({ code: server.charges.get(txid)?.pixCopiaECola });
    await server.pay(txid);
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
    const { paid_at } = await find(order);
    expect(Date.parse(paid_at ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("says nothing of who has paid", async () => {
    const { order, txid } = await addCharge();
    await server.pay(txid);
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
    for (const table of ["pix_charges", "pix_receipts", "receipts", "audit_logs", "outbox"]) {
      const { rows } = await database.execute(sql`SELECT * FROM ${sql.identifier(table)}`);
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${payer.cpf}|${payer.nome}|obrigado`));
    }
  });
});

describe("a bank in trouble", () => {
  test.each<[Trouble, string]>([
    ["close", "sem conexão"],
    ["hang", "sem resposta"],
    ["nonsense", "resposta inesperada"],
    [401, "resposta 401"],
    [429, "resposta 429"],
    [500, "resposta 500"],
  ])(
    "(%s) leaves the order and the shop's own code, and is on the dashboard until it is over",
    async (trouble, reason) => {
      server.trouble = () => trouble;
      const patient = bank;
      if (trouble === "hang") bank = createPixBank(server.settings, log, 300);
      const order = await addOrder();
      await eventually(() => describePixProblem(database)).toContain(reason);
      expect(await find(order)).toMatchObject({ status: "confirmado", payment_state: "open" });
      const offered = await offer(order);
      expect(offered).toMatchObject({ amount: 0.3, code: expect.stringContaining("PED1001") });
      server.trouble = undefined;
      bank = patient;
      await database.update(outbox).set({ next_attempt_at: sql`now()` });
      await eventually(() => stateOf(order)).toBe("active");
      await eventually(() => describePixProblem(database)).toBeUndefined();
      expect((await offer(order))?.code).not.toBe(offered?.code);
    },
  );

  test("gets few requests for many orders", async () => {
    server.trouble = () => 503;
    for (let count = 0; count < 8; count += 1) await addOrder();
    await eventually(() => server.requests.join()).toContain("PUT /cob/");
    // Each pause is 50 ms here.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.requests.length).toBeLessThan(9);
  });

  test("that ends a token early is asked with another one", async () => {
    await addCharge();
    server.endTokens();
    await addCharge();
    await eventually(() => describePixProblem(database)).toBeUndefined();
  });

  test("is not asked with a certificate that it does not know", async () => {
    const { certificate: _, key: __, ...rest } = server.settings;
    const stranger = createPixBank({ ...rest, certificate: "", key: "" }, log, 1000);
    expect(await stranger.readCharge("a".repeat(32))).toEqual({ ok: false, reason: "connection" });
  });
});

describe("the callback", () => {
  const json = "application/json";
  const report = (...pix: unknown[]) => JSON.stringify({ pix });
  const send = (body: unknown, path = "/api/pix") =>
    fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "x-test-address": "203.0.113.7" },
      body: JSON.stringify(body),
    });

  test("is registered once, for the key of the settings", async () => {
    const address = "https://loja.example/api/pix";
    for (let count = 0; count < 2; count += 1) {
      expect(await registerPixCallback(database, bank, address)).toMatchObject({ ok: true });
    }
    expect([...server.webhooks]).toEqual([["contato@pomar.com.br", address]]);
    expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
  });

  test("is registered at once for another key", async () => {
    server.webhooks.clear();
    const address = "https://loja.example/api/pix";
    const connection = {
      bank,
      name: "",
      host: "",
      certificateEndsAt: new Date(),
      callbackUrl: address,
    };
    const sending = openPixSending(connection, opened, { ...log, error: log.warn });
    await eventually(() => server.webhooks.get("contato@pomar.com.br")).toBe(address);
    const pix = { key: "12345678000195", merchant_name: "Pomar", merchant_city: "Campinas" };
    await database.update(settings).set({ pix });
    await eventually(() => server.webhooks.get(pix.key)).toBe(address);
    await sending.close();
    bank = createPixBank(server.settings, log);
  });

  test("asks the bank, and believes nothing that it says", async () => {
    const { order, txid } = await addCharge();
    server.requests.length = 0;
    const claim = {
      endToEndId: "E".repeat(32),
      txid,
      valor: "0.30",
      horario: "2026-01-01T00:00:00Z",
    };
    expect((await send({ pix: [claim] })).status).toBe(200);
    await eventually(() => server.requests).toContain(`GET /cob/${txid}`);
    await untilIdle();
    expect((await find(order)).payment_state).toBe("open");
  });

  test.each([
    {},
    { pix: [] },
    { pix: [{ txid: "x".repeat(32) }, { txid: "' OR true; \u0000" }, {}] },
    { evento: "teste" },
  ])("%j changes nothing", async (body) => {
    const before = server.requests.length;
    for (const path of ["/api/pix", "/api/pix/pix"])
      expect((await send(body, path)).status).toBe(200);
    await untilIdle();
    expect(server.requests.length).toBe(before);
  });

  test.each<[string, (txid: string) => [path: string, body: string, type?: string]]>([
    ["a parameter", (txid) => ["/api/pix?hmac=1f2e", report({ txid }), json]],
    ["the /pix in a parameter", (txid) => ["/api/pix?ignorar=/pix", report({ txid }), json]],
    ["a slash", (txid) => ["/api/pix/", report({ txid }), json]],
    ["/pix/", (txid) => ["/api/pix/pix/?a=b", report({ txid }), json]],
    ["a txid that is null", (txid) => ["/api/pix", report({ txid: null }, null, { txid }), json]],
    ["a bare list", (txid) => ["/api/pix", JSON.stringify([{ txid }]), json]],
    ["no content type", (txid) => ["/api/pix", report({ txid })]],
    ["another content type", (txid) => ["/api/pix", report({ txid }), "text/plain"]],
    ["a charset", (txid) => ["/api/pix", report({ txid }), "application/json;charset=ISO-8859-1"]],
  ])("with %s is taken", async (_what, request) => {
    server.callbacks = 0;
    const { order, txid } = await addCharge();
    await server.pay(txid);
    const [path, body, type] = request(txid);
    const headers = { "x-test-address": "203.0.113.8", ...(type && { "Content-Type": type }) };
    // A string would get a type of its own.
    const answer = await fetch(url + path, { method: "POST", headers, body: Buffer.from(body) });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    await eventually(async () => (await find(order)).payment_state).toBe("paid");
  });

  test.each(["", "x", "null", "7", '{"pix":"x"}', '{"pix":[7,null,[]]}'])(
    "%j changes nothing",
    async (body) => {
      const headers = { "x-test-address": "203.0.113.9" };
      const answer = await fetch(`${url}/api/pix`, { method: "POST", headers, body });
      expect(answer.status).toBe(200);
    },
  );

  test("is limited in size and number", async () => {
    expect((await send({ text: "x".repeat(70_000) })).status).toBe(413);
    const statuses = await Promise.all(
      Array.from({ length: 310 }, async () => (await send({})).status),
    );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  });
});

test("the customer's data contain what the bank has reported, and an erasure removes charge and code", async () => {
  const { order, txid } = await addCharge();
  const pix = await server.pay(txid, "0.10");
  await eventually(async () => (await find(order)).payment_state).toBe("partial");
  await eventually(() => server.chargeOf(order)?.status).toBe("ATIVA");
  await untilIdle();
  expect(await readCustomerData(database, new Date(), order)).toMatchObject({
    data: { orders: [{ pix: [{ end_to_end_id: pix, txid, amount: 0.1 }] }] },
  });
  await anonymizeCustomer(database, new Date(), "ana@pomar.example", order);
  const codes = () => database.$count(pixCharges, isNotNull(pixCharges.code));
  expect(await codes()).toBe(0);
  await eventually(() => server.chargeOf(order)?.status).toMatch(/^REMOVIDA/);
  await untilIdle();
  expect(await codes()).toBe(0);
});

test("without a bank nothing is queued, and what waits is dropped", async () => {
  server.trouble = () => 500;
  await addOrder();
  await eventually(() => describePixProblem(database)).toContain("resposta 500");
  await installPixBank(database, { isSet: false, isAlone: true });
  const order = await addOrder();
  expect(await database.$count(outbox, eq(outbox.kind, "pix"))).toBe(0);
  expect(await offer(order)).toMatchObject({ code: expect.stringContaining("PED1002") });
  await eventually(() => describePixProblem(database)).toBeUndefined();
});
