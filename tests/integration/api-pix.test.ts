import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "#app/domain/company/table.ts";
import type { PixTest } from "#app/domain/outgoing/pix/schema.ts";
import { readEnvironment } from "#app/platform/env.ts";
import { openPixConnection, type PixConnection } from "#app/platform/pix/connection.ts";
import { startPixBank, type Trouble } from "#tests/support/pix-bank.ts";
import { createSender, email, password, signIn, startAdministratorApi } from "./administrator.ts";

const bank = await startPixBank("santander");
const connection = { ...connect() };
const { opened, url, send } = await startAdministratorApi({ pixConnection: connection });
const pix = { key: "contato@pomar.com.br", merchant_name: "Pomar", merchant_city: "Campinas" };

beforeEach(async () => {
  await opened.database.update(settings).set({ pix });
  bank.webhooks.clear();
  bank.requests.length = 0;
  bank.trouble = undefined;
  replace({ PUBLIC_URL: "https://loja.example" });
});
afterEach(() => connection.bank.close());
afterAll(() => bank.stop());

function connect(changes: Record<string, string> = {}): PixConnection {
  const environment = readEnvironment({ ...bank.env, ...changes });
  if (!environment.ok) throw new Error(environment.problem);
  const opened = openPixConnection(environment.env, { warn: () => undefined });
  if (!opened) throw new Error("the environment names no bank");
  return opened;
}

/** The shop's connection is one with other settings from now on. */
function replace(changes: Record<string, string>): void {
  Object.assign(connection, connect(changes));
}

async function runTest(): Promise<string[]> {
  const Cookie = await signIn(send, { email, password });
  const answer = await createSender(url, { Cookie })("POST", "/api/pix/test");
  expect(answer.status).toBe(200);
  const { steps }: PixTest = await answer.json();
  return steps.map(({ step, state, text }) => `${step} ${state}: ${text}`);
}

const notTested = (...steps: string[]) => steps.map((step) => `${step} skipped: Não testado.`);
const certificate = expect.stringMatching(/^certificate ok: A conexão foi aceita\. Vale até \d/);
const token = "token ok: O banco deu um token.";
const key = "key ok: O banco aceita a chave.";

test("every step is said in words, and the shop's address is registered once", async () => {
  const registered = "O banco avisa a loja de cada Pix desta chave.";
  const callback = `callback ok: Registrado agora: o${registered.slice(1)}`;
  expect(await runTest()).toEqual([certificate, token, key, callback]);
  expect([...bank.webhooks]).toEqual([[pix.key, "https://loja.example/api/pix"]]);
  expect(await runTest()).toEqual([certificate, token, key, `callback ok: ${registered}`]);
  expect(bank.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(1);
  expect(bank.charges.size).toBe(0);
});

test("a connection that is refused is the certificate's", async () => {
  replace({ PIX_TOKEN_URL: "https://localhost:9/oauth/token" });
  expect(await runTest()).toEqual([
    expect.stringMatching(/^certificate failed: Sem conexão com o banco .*PIX_CERTIFICATE/),
    ...notTested("token", "key", "callback"),
  ]);
});

test("a certificate that has ended is named with its last day", async () => {
  connection.certificateEndsAt = new Date("2026-03-04T12:00:00Z");
  const [first] = await runTest();
  expect(first).toBe("certificate failed: Venceu em 04/03/2026: peça outro ao banco.");
});

test("wrong credentials are the token's", async () => {
  replace({ PIX_CLIENT_SECRET: "outro" });
  const steps = await runTest();
  expect(steps).toEqual([
    certificate,
    expect.stringMatching(/^token failed: .*resposta 401.*PIX_CLIENT_SECRET/),
    ...notTested("key", "callback"),
  ]);
  expect(steps.join()).not.toContain("outro");
});

test("a key that is not saved is asked for", async () => {
  await opened.database.update(settings).set({ pix: null });
  const failed = "key failed: Salve a chave Pix e teste de novo.";
  expect(await runTest()).toEqual([certificate, token, failed, ...notTested("callback")]);
});

test.each<[string, Trouble, string]>([
  ["POST", 503, "token failed: O banco não atendeu (resposta 503). Tente de novo mais tarde."],
  ["POST", "nonsense", "token failed: O banco não deu um token (resposta inesperada)"],
  ["GET", 403, "key failed: O banco não aceita a chave (resposta 403)"],
  ["GET", "close", "key failed: O banco não atendeu (sem conexão)"],
  [
    "PUT",
    400,
    "callback failed: O banco não aceitou o endereço https://loja.example/api/pix (resposta 400)",
  ],
])("a bank that answers %s by %s is said at its step", async (method, trouble, expected) => {
  bank.trouble = (request) => (request.startsWith(method) ? trouble : undefined);
  const failed = (await runTest()).filter((step) => step.includes("failed"));
  expect(failed).toEqual([expect.stringContaining(expected)]);
});

test("without a public address the bank does not report, which is no failure", async () => {
  replace({});
  expect((await runTest()).at(-1)).toMatch(/^callback skipped: Sem PUBLIC_URL com https/);
  expect(bank.webhooks.size).toBe(0);
});

test("only the administrator tests it", async () => {
  expect((await send("POST", "/api/pix/test")).status).toBe(401);
});
