import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createPostalCodeStore } from "#app/domain/delivery/postal-codes.server.ts";
import { postalCodes } from "#app/domain/delivery/table.ts";
import {
  createBrasilApi,
  createPostalCodeProviders,
  createPostalCodes,
  createViaCep,
} from "#app/platform/postal-code.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { close, listen, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();

type Responder = (response: ServerResponse) => void;
type Service = { answer: Responder; requests: string[] };

const services = {
  first: { answer: unknown, requests: [] } as Service,
  second: { answer: unknown, requests: [] } as Service,
};

/** Both services on one server, distinguished by the first part of the path. */
const server = createServer((request, response) => {
  const path = request.url ?? "";
  const service = path.startsWith("/first/") ? services.first : services.second;
  service.requests.push(path);
  service.answer(response);
});
const base = await listen(server);
afterAll(() => close(server));

/** Longer than a busy machine delays a local answer. */
const timeoutMs = 20_000;
const shortTimeoutMs = 500;
const warnings: string[] = [];
let next = 1_000_000;
let cep = "";

/** A shop without cached addresses. */
const startUncachedShop = (serviceTimeoutMs = timeoutMs) =>
  startApi({
    database,
    postalCodes: createPostalCodes({
      providers: [createViaCep(`${base}/first`), createBrasilApi(`${base}/second`)],
      store: createPostalCodeStore(database),
      log: { warn: (_details, message) => warnings.push(message) },
      timeoutMs: serviceTimeoutMs,
    }),
  });

const url = await startUncachedShop();
const restarted = await startUncachedShop();
const shopWithShortTimeout = await startUncachedShop(shortTimeoutMs);

beforeEach(() => {
  next += 1;
  cep = `0${next}`;
  warnings.length = 0;
  for (const service of Object.values(services)) {
    service.answer = unknown;
    service.requests = [];
  }
});

const lookUp = (code = cep, shop = url) =>
  fetch(`${shop}/api/postal-code/${code}`, { headers: { "x-test-address": code } });

function json(body: unknown, status = 200): Responder {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

function unknown(response: ServerResponse): void {
  json({}, 404)(response);
}

const paulista = {
  logradouro: "Avenida Paulista",
  bairro: "Bela Vista",
  localidade: "São Paulo",
  uf: "SP",
};
const viaCepResult = { cep: "x", complemento: "", ibge: "3550308", ...paulista };
const brasilApiResult = {
  cep: "x",
  street: "Avenida Paulista",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
  service: "correios",
};

describe("the address of a postal code", () => {
  test("comes from the first service, with or without a hyphen", async () => {
    services.first.answer = json(viaCepResult);
    const response = await lookUp(`${cep.slice(0, 5)}-${cep.slice(5)}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ cep, ...paulista });
    expect(services.first.requests).toEqual([`/first/${cep}/json/`]);
    expect(services.second.requests).toEqual([]);
  });

  test.each<[string, Responder]>([
    ["fails", json({}, 500)],
    ["sends broken JSON", json('{"logradouro":')],
    ["sends another shape", json({ rua: "Avenida Paulista" })],
    ["sends types of its own", json({ ...viaCepResult, uf: 35 })],
    ["sends a page", json("<html>")],
    ["disconnects", (response) => response.destroy()],
    ["does not know the code", json({ erro: true })],
    ["does not know the code, in its newer format", json({ erro: "true" })],
  ])("comes from the second when the first %s", async (_what, answer) => {
    services.first.answer = answer;
    services.second.answer = json(brasilApiResult);
    const response = await lookUp();
    expect(await response.json()).toEqual({ cep, ...paulista });
  });

  test.each<[string, Responder]>([
    ["does not respond", () => undefined],
    ["stops in the middle", (response) => response.write('{"logradouro":"Av')],
  ])("comes from the second when the first %s within the timeout", async (_what, answer) => {
    services.first.answer = answer;
    services.second.answer = json(brasilApiResult);
    const response = await lookUp(cep, shopWithShortTimeout);
    expect(await response.json()).toEqual({ cep, ...paulista });
  });

  test("of a town with a single code has no street", async () => {
    services.second.answer = json({ ...brasilApiResult, street: null, neighborhood: null });
    expect(await (await lookUp()).json()).toEqual({ cep, ...paulista, logradouro: "", bairro: "" });
  });

  test("is requested once for concurrent and later lookups", async () => {
    services.first.answer = (response) => setTimeout(() => json(viaCepResult)(response), 50);
    const responses = await Promise.all(Array.from({ length: 8 }, () => lookUp()));
    for (const response of responses) expect(await response.json()).toEqual({ cep, ...paulista });
    expect((await lookUp()).status).toBe(200);
    expect(services.first.requests).toHaveLength(1);
  });

  test("is cached in the database, across restarts and without any service", async () => {
    services.first.answer = json(viaCepResult);
    await lookUp();
    expect(await database.select().from(postalCodes)).toMatchObject([
      { cep, address: { street: "Avenida Paulista", state: "SP" } },
    ]);
    services.first.answer = json({}, 500);
    expect((await lookUp(cep, restarted)).status).toBe(200);
    expect(services.first.requests).toHaveLength(1);
  });
});

describe("a postal code", () => {
  test("unknown to the services is not found, and the result is cached briefly", async () => {
    services.first.answer = json({ erro: "true" });
    const response = await lookUp();
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: "CEP não encontrado" });
    expect((await lookUp()).status).toBe(404);
    expect(services.first.requests).toHaveLength(1);
    expect(await database.select().from(postalCodes)).toEqual([]);
  });

  test("unknown to one service is not found, even if the other one fails", async () => {
    services.second.answer = json({}, 500);
    expect((await lookUp()).status).toBe(404);
  });

  test("is unavailable when both services fail, and requested again next time", async () => {
    services.first.answer = json({}, 500);
    services.second.answer = json("nada");
    expect((await lookUp()).status).toBe(503);
    expect(warnings).toHaveLength(2);
    services.first.answer = json(viaCepResult);
    expect((await lookUp()).status).toBe(200);
  });

  test("times out when no service responds", async () => {
    services.first.answer = () => undefined;
    services.second.answer = () => undefined;
    const response = await lookUp(cep, shopWithShortTimeout);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ title: "A consulta de CEP demorou demais" });
  });
});

test("one address may look up sixty codes per minute", async () => {
  services.first.answer = json(viaCepResult);
  const statuses = [];
  for (let count = 0; count < 61; count += 1) {
    const response = await lookUp();
    statuses.push(response.status);
    await response.arrayBuffer();
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test("a configured service is the only one used", () => {
  const names = (configured?: string) =>
    createPostalCodeProviders(configured).map((provider) => provider.name);
  expect(names()).toEqual(["ViaCEP", "BrasilAPI"]);
  expect(names(`${base}/first/`)).toEqual(["ViaCEP"]);
});
