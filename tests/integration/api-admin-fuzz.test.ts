import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { exampleIds } from "#app/api/framework/example-values.ts";
import { auditLogs } from "#app/domain/audit/table.ts";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import { deliveryExceptions, deliveryZones } from "#app/domain/delivery/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { PasswordHasher } from "#app/domain/people/secrets.server.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { documentedNeighbours, type RequestSchema } from "#tests/support/documented-values.ts";
import { hostileValue, nearlyValid } from "#tests/support/hostile.ts";
import { type ApiDocument, createResponseCheck } from "#tests/support/lint-api.ts";
import { fulfilmentRows, insertOrders, orderItem, recipeRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { isNightly } from "#tests/support/test-run.ts";
import { sessionCookie, unusablePasswordHash } from "./admin-session.ts";
import { cookiesOf, password } from "./administrator.ts";
import { addProduct, startApi } from "./api-shop.ts";

/**
 * Documented, near-valid and hostile requests to every route, as the administrator and as a customer in their area. `FUZZ_RUNS=1000` sends that many of each; on the
 * second engine of the nightly run fewer are enough.
 */
const nightlyRuns = inject("postgresUrl") ? 40 : 60;
const runs = Number(process.env.FUZZ_RUNS ?? (isNightly ? nightlyRuns : 2));

vi.setConfig({ testTimeout: 60_000 + runs * 200 });

const { database } = await openTestDatabase();
// There are no limits and hashing, so that every request reaches the handlers of the authentication routes.
const passwords: PasswordHasher = {
  hash: async () => unusablePasswordHash,
  verify: async (given) => given === password,
};
const url = await startApi({
  database,
  passwords,
  attempts: { run: (_source, attempt) => attempt() },
});
const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument;
const findViolation = createResponseCheck(document);

const neighbours = documentedNeighbours(document);

const tables = {
  products,
  recipes,
  categories,
  settings,
  customers,
  orders: pedidos,
  "price-tables": priceTables,
  "delivery/zones": deliveryZones,
  "delivery/exceptions": deliveryExceptions,
};
let cookie = "";
/** The cookie of a customer who entered their area, for its routes. */
let areaCookie = "";

beforeEach(async () => {
  cookie = await sessionCookie(database);
  areaCookie = "";
  // The rows that the document's examples name.
  const product = await addProduct(database, { id: exampleIds.product });
  const id = exampleIds.customer;
  await database.insert(customers).values({ id, name: "Lanchonete da Praça", root_id: id });
  const line = orderItem({ product_id: product.id });
  await insertOrders(database, { id: exampleIds.order, customer_id: id, itens: [line] });
  await database.insert(recipes).values(recipeRow());
  await database.insert(priceTables).values({ name: "Lanchonetes" });
  for (const row of fulfilmentRows.slice(0, 2)) await database.execute(sql.raw(row));
});

/** Responses by status, which `npm run fuzz` prints. */
const statusCounts = new Map<number, number>();
afterAll(() => {
  if (process.env.FUZZ_RUNS) console.log("Responses by status:", Object.fromEntries(statusCounts));
});

async function enterArea(): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/${path}`, {
      method: "POST",
      headers: { Cookie: cookie, Origin: url, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const { id } = await (await post("customers", { name: "Padaria Aurora" })).json();
  const { link } = await (await post(`customers/${id}/links`, {})).json();
  const token = /#entrar=([\w-]{43})/.exec(link)?.[1];
  const entry = await post("customer/session", { token });
  expect(entry.status).toBe(204);
  return cookiesOf(entry);
}

type FuzzRequest = {
  method: string;
  path: string;
  target?: string;
  body?: string;
  headers?: Record<string, string>;
};

/** Sends the request and expects a documented response without internal details. */
async function expectDocumented({
  method,
  path,
  target = path,
  body,
  headers = {},
}: FuzzRequest): Promise<number> {
  const isOfArea = path.startsWith("/api/customer/");
  if (isOfArea) areaCookie ||= await enterArea();
  const response = await fetch(url + target, {
    method,
    headers: {
      Cookie: isOfArea ? areaCookie : cookie,
      "Content-Type": "application/json",
      "Idempotency-Key": crypto.randomUUID(),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  statusCounts.set(response.status, (statusCounts.get(response.status) ?? 0) + 1);
  const cookies = cookiesOf(response);
  if (cookies.includes("pomar_session=")) cookie = cookies;
  const text = await response.text();
  expect(text).not.toMatch(/node_modules|\.ts:\d|\bselect .* from\b|drizzle/i);
  expect(response.status).toBeLessThan(500);
  // The generated target may not match any route.
  if (response.status !== 404 && response.status !== 405) {
    expect(findViolation(method, path, response, text)).toBeUndefined();
  }
  return response.status;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    example: operation.requestBody?.content["application/json"]?.example,
    schema: (operation.requestBody?.content["application/json"]?.schema ?? {}) as RequestSchema,
    parameters: operation.parameters ?? [],
  })),
);
type Operation = (typeof operations)[number];

/** A stored row of the path's table, with its version. */
async function rowFor(path: string): Promise<{ id: string; version?: number }> {
  const [, name = ""] = /^\/api\/((?:delivery\/)?[\w-]+)/.exec(path) ?? [];
  if (name === "audit-logs") {
    // The entry is that of a product, whose restoration is fuzzed.
    const log = eq(auditLogs.table_name, "products");
    const [entry] = await database.select({ id: auditLogs.id }).from(auditLogs).where(log).limit(1);
    return { id: entry?.id ?? crypto.randomUUID(), version: 1 };
  }
  const table = tables[name as keyof typeof tables];
  if (!table) return { id: crypto.randomUUID() };
  const [row] = await database
    .select({ id: table.id, version: table.version })
    .from(table)
    .limit(1);
  return row ?? { id: crypto.randomUUID() };
}

async function sendBody({ method, path }: Operation, body: string) {
  const { id } = await rowFor(path);
  return expectDocumented({ method, path, target: path.replace("{id}", id), body });
}

/** Sends it with the row's present version where it has that of the example. */
async function sendFresh(operation: Operation, body: unknown) {
  const { path, example } = operation;
  const { version } = await rowFor(path);
  const isOfExample = isObject(body) && isObject(example) && body.version === example.version;
  const sent = isOfExample && "version" in body ? { ...body, version } : body;
  return sendBody(operation, JSON.stringify(sent));
}

const withBody = operations.filter(({ example }) => example !== undefined);

/** All documented values are sent nightly and by `npm run fuzz`, by day one of each route. */
const isWhole = isNightly || process.env.FUZZ_RUNS !== undefined;
/** A test resets the database, which by day takes longer than the requests. */
const inGroups = (all: Operation[]) =>
  isWhole ? all.map((one) => ({ name: one.name, group: [one] })) : [{ name: "all", group: all }];

test.each(inGroups(withBody))("documented values of the body: $name", async ({ group }) => {
  for (const operation of group) {
    const { schema, example } = operation;
    if (isWhole) for (const body of neighbours(schema, example)) await sendFresh(operation, body);
    const changed = fc.array(fc.nat(), { minLength: 1, maxLength: 4 }).map((choices) =>
      choices.reduce((body: unknown, choice) => {
        const values = neighbours(schema, body);
        return values[choice % values.length];
      }, example),
    );
    await fc.assert(
      fc.asyncProperty(changed, async (body) => void (await sendFresh(operation, body))),
      { numRuns: isWhole ? runs : 1 },
    );
  }
});

describe.each(withBody)("$name", (operation) => {
  const { example, path } = operation;

  test("accepts or rejects nearly valid and arbitrary bodies as documented", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(nearlyValid(example), fc.boolean(), async (body, fresh) => {
        const { version } = await rowFor(path);
        const isFresh = fresh && isObject(body);
        const sent = isFresh && "version" in body ? { ...body, version } : body;
        statuses.add(await sendBody(operation, JSON.stringify(sent)));
      }),
      { numRuns: runs },
    );
    const takesAnything = /^\/api\/pix(?:\/pix)?$/.test(path);
    if (runs >= 40 && !takesAnything) expect([...statuses]).toContain(400);
    const text = fc.oneof(
      hostileValue.map((value) => JSON.stringify(value)),
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        '{"a":1}{"b":2}',
        `${"[".repeat(5000)}${"]".repeat(5000)}`,
        '{"version":1e999}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(text, async (body) => void (await sendBody(operation, body))),
      { numRuns: runs },
    );
  });
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const part = fc.oneof(
  fc
    .string({ unit: "binary", maxLength: 40 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    "%00",
    "%FF",
    "__proto__",
    "1",
    "-1",
    "'--",
    "%",
    "pendente",
    "ana%20silva",
    "1e9",
  ),
  fc.uuid(),
);

const parameterized = operations.filter(
  ({ path, parameters }) => parameters.length > 0 && !path.includes("postal-code"),
);

test.each(inGroups(parameterized))("documented parameters: $name", async ({ group }) => {
  for (const { method, path, parameters } of group) {
    const values = parameters
      .filter((one) => one.in !== "path")
      .flatMap(({ name, schema, in: place }) =>
        neighbours(schema as RequestSchema, undefined).map((value) => ({ name, place, value })),
      );
    const chosen = isWhole
      ? [undefined, ...values]
      : fc.sample(fc.constantFrom(undefined, ...values), 1);
    for (const one of chosen) {
      const text = String(one?.value).toWellFormed();
      const search = one?.place === "query" ? `?${one.name}=${encodeURIComponent(text)}` : "";
      const target = path.replace("{id}", (await rowFor(path)).id) + search;
      // Other characters cannot be in a header.
      const isHeader = one?.place === "header" && /^[\x20-\x7e]*$/.test(text);
      const headers: Record<string, string> = isHeader ? { [one.name]: text } : {};
      await expectDocumented({ method, path, target, headers });
    }
  }
});

describe.each(parameterized)("$name", ({ method, path, parameters }: Operation) => {
  test("accepts or rejects any address as documented", async () => {
    const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
    const query = fc.array(fc.tuple(fc.constantFrom(...names, "x"), part), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(part, query, async (id, pairs) => {
        const search = pairs.map(([name, value]) => `${name}=${value}`).join("&");
        const target = `${path.replace(/\{\w+\}/, () => id)}?${search}`;
        await expectDocumented({ method, path, target });
      }),
      { numRuns: Math.ceil(runs / 3) },
    );
  });
});

test("uploads accept or reject damaged pictures as documented", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const base = sharp({ create: { width: 60, height: 40, channels: 3, background: "gray", noise } });
  const formats = ["jpeg", "png", "gif", "webp"] as const;
  const samples = await Promise.all(
    formats.map((format) => base.clone().toFormat(format).toBuffer()),
  );
  const damaged = fc
    .record({
      sample: fc.constantFrom(...samples),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      length: fc.double({ min: 0.2, max: 1, noNaN: true }),
    })
    .map(({ sample, changes, length }) => {
      const bytes = Buffer.from(sample.subarray(0, Math.ceil(sample.length * length)));
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    });
  const path = "/api/uploads/{bucket}";
  await fc.assert(
    fc.asyncProperty(damaged, async (bytes) => {
      const body = new FormData();
      body.append("file", new File([bytes], "foto.jpg"));
      const address = url + path.replace("{bucket}", "site-assets");
      const response = await fetch(address, { method: "POST", headers: { Cookie: cookie }, body });
      expect(findViolation("POST", path, response, await response.text())).toBeUndefined();
      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: runs },
  );
});

test("the product file is read or rejected as documented", async () => {
  const cell = fc.oneof(
    part,
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      '"',
      '"a',
      "a;b",
      "1e9",
      "-1",
      "1,005",
      "10: 1 | 5: 2",
      "=1",
      "kg",
      "\n",
      "não",
    ),
  );
  const heading = fc.constantFrom(
    ...["slug", "preço", "estoque", "unidade", "visível", "título", "preços por quantidade"],
    ...["mínimo", "opção 2: unidade", "opção 2: preço", "opção 2: contém", "código externo", "?"],
  );
  const file = fc
    .record({ headings: fc.array(heading), rows: fc.array(fc.array(cell, { maxLength: 8 })) })
    .map(({ headings, rows }) =>
      [["slug", ...headings], ...rows].map((cells) => cells.join(";")).join("\n"),
    );
  const path = "/api/products/import";
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (text, isDryRun) => {
      const body = new FormData();
      body.append("file", new File([text], "produtos.csv"));
      const address = `${url}${path}${isDryRun ? "?dry_run=1" : ""}`;
      const response = await fetch(address, { method: "POST", headers: { Cookie: cookie }, body });
      const answer = await response.text();
      expect(findViolation("POST", path, response, answer)).toBeUndefined();
      expect(response.status).toBeLessThan(500);
      if (response.ok) expect(answer.trimEnd().split("\n").at(-1)).toContain('"type":"result"');
    }),
    { numRuns: runs * 2 },
  );
});
