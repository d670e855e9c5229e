import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { postalCodes } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { createPostalCodes } from "#app/platform/postal-code/postal-codes.ts";
import { brasilApi, postalCodeProviders, viaCep } from "#app/platform/postal-code/providers.ts";
import { rememberedAddresses } from "#app/platform/postal-code/remembered.ts";
import { close, listen, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();

type Answer = (response: ServerResponse) => void;
type Service = { answer: Answer; asked: string[] };

const services = {
  first: { answer: unknown, asked: [] } as Service,
  second: { answer: unknown, asked: [] } as Service,
};

/** Both services on one server, told apart by the first part of the path. */
const server = createServer((request, response) => {
  const path = request.url ?? "";
  const service = path.startsWith("/first/") ? services.first : services.second;
  service.asked.push(path);
  service.answer(response);
});
const base = await listen(server);
afterAll(() => close(server));

const patience = 200;
const warnings: string[] = [];
let next = 1_000_000;
let cep = "";

/** A shop that has never asked for anything. */
const freshShop = () =>
  startApi({
    database,
    postalCodes: createPostalCodes({
      providers: [viaCep(`${base}/first`), brasilApi(`${base}/second`)],
      remembered: rememberedAddresses(database),
      log: { warn: (_details, message) => warnings.push(message) },
      patience,
    }),
  });

const url = await freshShop();
const restarted = await freshShop();

beforeEach(() => {
  next += 1;
  cep = `0${next}`;
  warnings.length = 0;
  for (const service of Object.values(services)) {
    service.answer = unknown;
    service.asked = [];
  }
});

const ask = (code = cep, shop = url) =>
  fetch(`${shop}/api/postal-code/${code}`, { headers: { "x-test-address": code } });

function json(body: unknown, status = 200): Answer {
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
const viaCepAnswer = { cep: "x", complemento: "", ibge: "3550308", ...paulista };
const brasilApiAnswer = {
  cep: "x",
  street: "Avenida Paulista",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
  service: "correios",
};

describe("the address of a postal code", () => {
  test("comes from the first service, with or without a hyphen", async () => {
    services.first.answer = json(viaCepAnswer);
    const response = await ask(`${cep.slice(0, 5)}-${cep.slice(5)}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ cep, ...paulista });
    expect(services.first.asked).toEqual([`/first/${cep}/json/`]);
    expect(services.second.asked).toEqual([]);
  });

  test.each<[string, Answer]>([
    ["fails", json({}, 500)],
    ["sends broken JSON", json('{"logradouro":')],
    ["sends another shape", json({ rua: "Avenida Paulista" })],
    ["sends types of its own", json({ ...viaCepAnswer, uf: 35 })],
    ["sends a page", json("<html>")],
    ["hangs up", (response) => response.destroy()],
    ["keeps silent", () => undefined],
    ["stops in the middle", (response) => response.write('{"logradouro":"Av')],
    ["does not know the code", json({ erro: true })],
    ["does not know the code, in its newer words", json({ erro: "true" })],
  ])("comes from the second when the first %s", async (_what, answer) => {
    services.first.answer = answer;
    services.second.answer = json(brasilApiAnswer);
    const response = await ask();
    expect(await response.json()).toEqual({ cep, ...paulista });
  });

  test("of a town with a single code has no street", async () => {
    services.second.answer = json({ ...brasilApiAnswer, street: null, neighborhood: null });
    expect(await (await ask()).json()).toEqual({ cep, ...paulista, logradouro: "", bairro: "" });
  });

  test("is asked for once, by however many at once and afterwards", async () => {
    services.first.answer = (response) => setTimeout(() => json(viaCepAnswer)(response), 50);
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask()));
    for (const response of responses) expect(await response.json()).toEqual({ cep, ...paulista });
    expect((await ask()).status).toBe(200);
    expect(services.first.asked).toHaveLength(1);
  });

  test("is remembered in the database, over a restart and without any service", async () => {
    services.first.answer = json(viaCepAnswer);
    await ask();
    expect(await database.select().from(postalCodes)).toMatchObject([
      { cep, address: { street: "Avenida Paulista", state: "SP" } },
    ]);
    services.first.answer = json({}, 500);
    expect((await ask(cep, restarted)).status).toBe(200);
    expect(services.first.asked).toHaveLength(1);
  });
});

describe("a postal code", () => {
  test("that nobody has is not found, and not asked for again soon", async () => {
    services.first.answer = json({ erro: "true" });
    const response = await ask();
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ title: "CEP não encontrado" });
    expect((await ask()).status).toBe(404);
    expect(services.first.asked).toHaveLength(1);
    expect(await database.select().from(postalCodes)).toEqual([]);
  });

  test("that one service does not have is not found, though the other one fails", async () => {
    services.second.answer = json({}, 500);
    expect((await ask()).status).toBe(404);
  });

  test("that nobody can tell is unavailable, and asked for again next time", async () => {
    services.first.answer = json({}, 500);
    services.second.answer = json("nada");
    expect((await ask()).status).toBe(503);
    expect(warnings).toHaveLength(2);
    services.first.answer = json(viaCepAnswer);
    expect((await ask()).status).toBe(200);
  });

  test("that nobody tells in time is given up", async () => {
    services.first.answer = () => undefined;
    services.second.answer = () => undefined;
    const begun = performance.now();
    const response = await ask();
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ title: "A consulta de CEP demorou demais" });
    expect(performance.now() - begun).toBeLessThan(10 * patience);
  });
});

test("one address looks up sixty codes a minute", async () => {
  services.first.answer = json(viaCepAnswer);
  const statuses = [];
  for (let asked = 0; asked < 61; asked += 1) {
    const response = await ask();
    statuses.push(response.status);
    await response.arrayBuffer();
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
});

test("a configured service is the only one asked", () => {
  const names = (configured?: string) =>
    postalCodeProviders(configured).map((provider) => provider.name);
  expect(names()).toEqual(["ViaCEP", "BrasilAPI"]);
  expect(names(`${base}/first/`)).toEqual(["ViaCEP"]);
});
