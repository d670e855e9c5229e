import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isNull, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { settings } from "#app/domain/company/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { queueChangeMail } from "#app/domain/outgoing/mail/commands.server.ts";
import { createLog } from "#app/platform/log.ts";
import type { Mailer } from "#app/platform/mailer.ts";
import { createFolderMailer, createSmtpMailer } from "#app/platform/mailer.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { insertOrders, orderRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createMailing, startOutbox } from "./outbox.ts";

const opened = await openTestDatabase();
const { database } = opened;
const times = { idleMs: 100, gatherMs: 5, unreachableMs: 100, mailPauseMs: 0 };
const sender = {
  from: "Pomar <pedidos@pomar.example>",
  adminEmail: "admin@pomar.example",
  publicUrl: "https://loja.example",
};

function startTestMailing(mailer: Mailer): void {
  const log = createLog("silent");
  const mailing = createMailing({ opened, mailer, sender, log });
  const stop = startOutbox({ opened, senders: { mail: mailing.send }, log, times });
  onTestFinished(async () => {
    await stop();
    await mailing.close();
  });
}

async function serverForTest(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

async function addOrder(customer: object = {}) {
  const row = orderRow();
  const [order] = await insertOrders(database, {
    cliente_info: { ...row.cliente_info, ...customer },
  });
  if (!order) throw new Error("no order");
  return order;
}

const waiting = () => database.$count(outbox, sql`next_attempt_at IS NOT NULL`);
const sent = () => database.$count(outbox, sql`sent_at IS NOT NULL`);
const makeDue = () =>
  database.update(outbox).set({ next_attempt_at: sql`now()` }).where(isNull(outbox.sent_at));
const within = { timeout: 20_000, interval: 50 };

test("an order sends a confirmation to the customer and a notification to the shop", async () => {
  await database.update(settings).set({ email: "vendas@pomar.example", phone: "(11) 4000-0000" });
  const server = await serverForTest();
  startTestMailing(createSmtpMailer(server.url));
  const order = await addOrder();
  await vi.waitFor(() => expect(server.received).toHaveLength(2), within);
  const toCustomer = server.received.find(({ to }) => to.includes("ana@example.com"));
  const toShop = server.received.find(({ to }) => to.includes("vendas@pomar.example"));
  expect(toCustomer?.source).toMatch(/^From: Pomar <pedidos@pomar\.example>\r$/m);
  expect(toCustomer?.source).toMatch(/^To: Ana Souza <ana@example\.com>\r$/m);
  expect(toCustomer?.source).toMatch(/^Reply-To: .*<vendas@pomar\.example>\r$/m);
  expect(toCustomer?.source).toContain(`Message-ID: <${order.id}.customer@pomar.example>`);
  expect(toShop?.source).toMatch(/^Reply-To: Ana Souza <ana@example\.com>\r$/m);
  await vi.waitFor(async () => expect(await sent()).toBe(2), within);
});

test("each change of an order is a mail of its own, and their files go with the customer", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-mails-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  startTestMailing(createFolderMailer(folder));
  const order = await addOrder();
  const listChanges = async () =>
    (await readdir(folder)).filter((name) => name.includes(".edited"));
  for (const [version, discount] of [
    [1, 0.05],
    [2, 0.1],
  ] as const) {
    await editOrder(database, new Date(), "ana@example.com", order.id, { version, discount });
    expect(await queueChangeMail(database, order.id)).toBe(true);
    await vi.waitFor(async () => expect(await listChanges()).toHaveLength(version), within);
  }
  await database.execute(sql`SELECT anonymize_orders(ARRAY[${order.id}::uuid], now())`);
  await vi.waitFor(async () => expect(await listChanges()).toEqual([]), within);
});

test("a mail has the settings of the time at which it is sent", async () => {
  const server = await serverForTest();
  startTestMailing(createSmtpMailer(server.url));
  for (const email of ["antes@pomar.example", "depois@pomar.example"]) {
    await database.update(settings).set({ email });
    await addOrder();
    await vi.waitFor(() => {
      expect(server.received.flatMap(({ to }) => to)).toContain(email);
    }, within);
  }
});

test("mails are sent once an unavailable mail server is back", async () => {
  const server = await startMailServer();
  await server.stop();
  startTestMailing(createSmtpMailer(server.url));
  await addOrder();
  await addOrder();
  // A message in an attempt has a lease of two minutes.
  const isPostponed = sql`next_attempt_at BETWEEN now() AND now() + interval '1 minute'`;
  const waitForFailures = (attempts: number) =>
    vi.waitFor(async () => {
      const failed = sql`attempts = ${attempts} AND ${isPostponed}`;
      expect(await database.$count(outbox, failed)).toBe(4);
    }, within);
  await waitForFailures(1);
  await makeDue();
  await waitForFailures(2);
  expect(await sent()).toBe(0);
  const back = await serverForTest({ port: server.port });
  await makeDue();
  await vi.waitFor(async () => expect(await sent()).toBe(4), within);
  expect(back.received).toHaveLength(4);
});

test("several processes send each mail once", async () => {
  const server = await serverForTest();
  for (let index = 0; index < 3; index += 1) startTestMailing(createSmtpMailer(server.url));
  for (let index = 0; index < 10; index += 1) await addOrder();
  await vi.waitFor(async () => expect(await sent()).toBe(20), within);
  const ids = server.received.map(({ source }) => /^Message-ID: (.*)$/m.exec(source)?.[1]);
  expect(new Set(ids).size).toBe(20);
  expect(ids).toHaveLength(20);
});

test("a mailbox receives at most twenty confirmations per day, and the shop every notification", async () => {
  const server = await serverForTest();
  startTestMailing(createSmtpMailer(server.url));
  const spellings = ["ana@gmail.com", "ANA@gmail.com", "ana+loja@gmail.com", "a.n.a@gmail.com"];
  for (let index = 0; index < 24; index += 1) await addOrder({ email: spellings[index % 4] });
  await addOrder({ email: "outra@example.com" });
  await vi.waitFor(async () => {
    expect(await database.$count(outbox)).toBe(50);
    expect(await waiting()).toBe(0);
  }, within);
  const countTo = (pattern: RegExp) =>
    server.received.filter(({ to }) => to.some((one) => pattern.test(one))).length;
  expect(countTo(/gmail\.com$/)).toBe(20);
  expect(countTo(/^outra@/)).toBe(1);
  expect(countTo(/^admin@/)).toBe(25);
});

test("a customer's name with a URL is in no header", async () => {
  const server = await serverForTest();
  startTestMailing(createSmtpMailer(server.url));
  await addOrder({ name: "https://evil.example/premio" });
  await vi.waitFor(() => expect(server.received).toHaveLength(2), within);
  const toCustomer = server.received.find(({ to }) => to.includes("ana@example.com"));
  expect(toCustomer?.source).toMatch(/^To: ana@example\.com\r$/m);
  expect(toCustomer?.source).not.toContain("evil.example");
});

test("a mail taken by a killed process is sent after its lease expires", async () => {
  const server = await serverForTest();
  const [taken, { id }] = [await addOrder(), await addOrder()];
  await database
    .update(outbox)
    .set({ attempts: 1, next_attempt_at: sql`now() + interval '1 minute'` })
    .where(sql`order_id = ${taken.id}`);
  startTestMailing(createSmtpMailer(server.url));
  await vi.waitFor(async () => expect(await sent()).toBe(2), within);
  for (const { source } of server.received) expect(source).toContain(`Message-ID: <${id}.`);
  await makeDue();
  await vi.waitFor(async () => expect(await sent()).toBe(4), within);
});

test("a rejected recipient does not delay other mails", async () => {
  const server = await serverForTest({ rejects: (address) => address.startsWith("ninguem@") });
  startTestMailing(createSmtpMailer(server.url));
  await addOrder({ email: "ninguem@example.com" });
  await addOrder();
  await vi.waitFor(async () => expect(await waiting()).toBe(0), within);
  expect(await sent()).toBe(3);
});

describe("a change of the status", () => {
  const mails = () => database.select().from(outbox);
  const setStatus = (status: string) =>
    database.update(pedidos).set({ status: status as OrderStatus });
  /** An order whose two first mails are not of interest. */
  async function addInformedOrder() {
    const order = await addOrder();
    await database.update(outbox).set({ sent_at: sql`now()`, next_attempt_at: null });
    return order;
  }

  test("sends the customer one mail per status, by one of several processes", async () => {
    const server = await serverForTest();
    const order = await addInformedOrder();
    for (const status of ["confirmado", "pendente", "confirmado", "entregue"]) {
      await setStatus(status);
    }
    await setStatus("confirmado");
    expect((await mails()).map(({ event }) => event).sort()).toEqual([
      "confirmado",
      "customer",
      "entregue",
      "shop",
    ]);
    await makeDue();
    startTestMailing(createSmtpMailer(server.url));
    startTestMailing(createSmtpMailer(server.url));
    await vi.waitFor(async () => expect(await waiting()).toBe(0), within);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(["ana@example.com"]);
    expect(mail?.source).toContain(`Message-ID: <${order.id}.confirmado@pomar.example>`);
    expect(mail?.source.replaceAll("=\r\n", "")).toMatch(/https:\/\/loja\.example\/pedido\/1001-/);
    // The status was corrected before its mail was due; it is sent when the order really is delivered.
    await setStatus("entregue");
    expect(await waiting()).toBe(1);
    await makeDue();
    await vi.waitFor(() => expect(server.received).toHaveLength(2), within);
  });

  test("sends none where its switch is off, also when it is switched off before the mail is due", async () => {
    const server = await serverForTest();
    await addInformedOrder();
    await database.update(settings).set({ customer_mails: ["cancelado"] });
    await setStatus("confirmado");
    expect(await waiting()).toBe(0);
    await setStatus("cancelado");
    expect(await waiting()).toBe(1);
    await database.update(settings).set({ customer_mails: [] });
    await makeDue();
    startTestMailing(createSmtpMailer(server.url));
    await vi.waitFor(async () => expect(await waiting()).toBe(0), within);
    expect(server.received).toEqual([]);
  });

  test("waits for a correction of the seller", async () => {
    await addInformedOrder();
    await setStatus("cancelado");
    const [mail] = await database.select().from(outbox).where(isNull(outbox.sent_at));
    const delay = Number(mail?.next_attempt_at) - Date.now();
    expect(delay).toBeGreaterThan(20_000);
    expect(delay).toBeLessThan(40_000);
  });
});

test("a name cannot add a header, a recipient or a tag", async () => {
  const server = await serverForTest();
  startTestMailing(createSmtpMailer(server.url));
  await addOrder({
    name: 'Eva" <b@x.example>,\r\nBcc: mal@x.example\r\n\r\n<script>alert(1)</script>',
  });
  await vi.waitFor(() => expect(server.received).toHaveLength(2), within);
  for (const { to, source } of server.received) {
    expect(to).toHaveLength(1);
    const [head = ""] = source.split("\r\n\r\n", 1);
    const [, html = ""] = source.split("Content-Type: text/html");
    expect(head).not.toMatch(/^Bcc:/im);
    expect(html).not.toContain("<script>");
  }
});

test("without a server each mail is a file, deleted with its customer", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-outbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outbox = path.join(folder, "outbox");
  startTestMailing(createFolderMailer(outbox));
  const order = await addOrder();
  const deletedOrder = await addOrder();
  await vi.waitFor(async () => expect(await sent()).toBe(4), within);
  const file = path.join(outbox, `${order.id}.customer.eml`);
  const text = await readFile(file, "utf8");
  expect(text).toContain("To: Ana Souza <ana@example.com>\r\n");
  expect((await stat(file)).mode & 0o077).toBe(0);
  await writeFile(path.join(outbox, "anotacao.eml"), "");
  await database.update(pedidos).set({ anonymized_at: new Date() }).where(sql`id = ${order.id}`);
  await database.delete(pedidos).where(sql`id = ${deletedOrder.id}`);
  await vi.waitFor(async () => expect(await readdir(outbox)).toEqual(["anotacao.eml"]), within);
});

test("orders older than the mail feature get no mail", async () => {
  const server = await serverForTest();
  await insertOrders(database, { created_at: new Date("2020-01-01") });
  startTestMailing(createSmtpMailer(server.url));
  await addOrder();
  await vi.waitFor(async () => expect(await sent()).toBe(2), within);
  expect(await database.$count(outbox)).toBe(2);
});
