import { randomUUID } from "node:crypto";
import { createStaticHandler, type LoaderFunction, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { administratorContext, shopContext } from "#app/context.ts";
import { createLink, enter } from "#app/domain/customer-area/access.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { LiveSession } from "#app/domain/people/sessions.server.ts";
import { loader as dayLoader } from "#app/routes/admin/day/day.tsx";
import { loader as ordersLoader } from "#app/routes/admin/orders/orders.tsx";
import { loader as cashLoader } from "#app/routes/admin/reports/money/cash.tsx";
import { loader as salesLoader } from "#app/routes/admin/reports/sales/sales.tsx";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

type Schema = {
  $ref?: string;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type Operation = {
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> };
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const document: ApiDocument = await (await fetch(`${url}/api/openapi.json`)).json();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path: path.replace(/\{\w+\}/g, randomUUID()),
    method: method.toUpperCase(),
    operation,
  })),
);

const extremes = {
  date: ["0000-01-01", "0001-01-01", "9999-12-31", "2026-13-45", "-000001-01-01", ""],
  "date-time": ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1"],
};
type Format = keyof typeof extremes;

const isFormat = (format: string | undefined): format is Format =>
  Object.hasOwn(extremes, format ?? "");

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

/** The format of a date, which may be null. */
function formatOf(schema: Schema): Format | undefined {
  const { format, anyOf = [], allOf = [] } = resolve(schema);
  if (isFormat(format)) return format;
  return [...anyOf, ...allOf].map(formatOf).find(Boolean);
}

type Place = { steps: string[]; format: Format };

/** Finds the dates in a body; '0' is the first item of a list. */
function findDates(schema: Schema, steps: string[] = []): Place[] {
  const format = formatOf(schema);
  if (format) return [{ steps, format }];
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolve(schema);
  return [
    ...Object.entries(properties).flatMap(([name, one]) => findDates(one, [...steps, name])),
    ...(items ? findDates(items, [...steps, "0"]) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => findDates(one, steps)),
  ];
}

/** The example with another value at the place. */
function replaceAt(value: unknown, [step, ...further]: string[], replacement: string): unknown {
  if (step === undefined) return replacement;
  if (step === "0") {
    const [first] = Array.isArray(value) ? value : [];
    return [replaceAt(first, further, replacement)];
  }
  const object = typeof value === "object" && value !== null ? value : {};
  return { ...object, [step]: replaceAt(Reflect.get(object, step), further, replacement) };
}

test("every date in a query is bounded", async () => {
  const tried = new Set<string>();
  for (const { path, method, operation } of operations) {
    const parameters = operation.parameters?.filter((one) => one.in === "query") ?? [];
    for (const { name, schema } of parameters) {
      const format = formatOf(schema);
      if (!format) continue;
      tried.add(`${path} ${name}`);
      for (const value of extremes[format]) {
        const response = await send(method, `${path}?${new URLSearchParams({ [name]: value })}`);
        expect(response.status, `${path}?${name}=${value}`).toBe(400);
        const { errors = [] } = await readProblem(response);
        expect(errors.map(({ field }) => field)).toContain(name);
      }
    }
  }
  expect(tried).toContain("/api/sales from");
  expect(tried).toContain("/api/payments/export.csv until");
  expect(tried.size).toBeGreaterThan(10);
});

/** The cookie of a device on which a customer's area is open. */
async function openArea(): Promise<string> {
  const id = randomUUID();
  await database.insert(customers).values({ id, root_id: id, name: "Bar" });
  const link = await createLink(database, new Date(), id);
  const entry = await enter(database, new Date(), link ?? "", undefined);
  return `pomar_cliente=${entry?.token}`;
}

test("every date in a body is bounded", async () => {
  const tried = new Set<string>();
  const area = await openArea();
  for (const { path, method, operation } of operations) {
    const isOfCustomer = operation.security?.some((scheme) => "customer" in scheme);
    const credentials: Record<string, string> = isOfCustomer ? { Cookie: area } : {};
    const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
    if (!schema) continue;
    for (const { steps, format } of findDates(schema)) {
      tried.add(steps.join("."));
      for (const value of extremes[format].filter(Boolean)) {
        const body = replaceAt(example, steps, value) as object;
        const headers = { "Idempotency-Key": randomUUID(), ...credentials };
        const response = await send(method, path, body, headers);
        expect(response.status, `${method} ${path} ${steps.join(".")}=${value}`).toBe(400);
        const { errors = [] } = await readProblem(response);
        const fields = errors.map(({ field }) => field);
        expect(fields.join(), `${path} ${steps.join(".")}=${value}`).toContain(steps.at(-1));
      }
    }
  }
  expect([...tried]).toEqual(expect.arrayContaining(["delivery_date", "received_at", "apply_at"]));
});

test("an extreme instant in a cursor is an invalid cursor", async () => {
  for (const instant of ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
    const cursor = btoa(`${instant} ${randomUUID()}`);
    expect((await send("GET", `/api/orders?cursor=${cursor}`)).status).toBe(400);
    const position = btoa(encodeURIComponent(JSON.stringify([null, 0, instant, randomUUID()])));
    expect((await send("GET", `/api/products?cursor=${position}`)).status).toBe(400);
  }
});

const shop = createShop({
  database,
  postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  pictures: createMemoryPictures(),
});
const owner: LiveSession = {
  id: randomUUID(),
  email: "admin@pomar.example",
  author: "admin@pomar.example",
  role: "dono",
  memberId: undefined,
  expires_at: new Date().toISOString(),
};
const router = createStaticHandler(
  Object.entries({
    vendas: salesLoader,
    caixa: cashLoader,
    orders: ordersLoader,
    day: dayLoader,
  }).map(([path, loader]) => ({ id: path, path, loader: loader as LoaderFunction })),
);

test.each([
  ["vendas", ["de", "ate"]],
  ["caixa", ["dia"]],
  ["orders", ["de", "ate"]],
  ["day", ["date"]],
])("the page %s shows its default for an extreme date", async (path, names) => {
  for (const value of extremes.date) {
    for (const given of [...names.map((name) => [name]), names]) {
      const requestContext = new RouterContextProvider();
      requestContext.set(shopContext, shop);
      requestContext.set(administratorContext, owner);
      const query = new URLSearchParams(given.map((name) => [name, value]));
      const request = new Request(`https://loja.example/${path}?${query}`);
      const shown = await router.query(request, { requestContext });
      if (shown instanceof Response) expect(shown.status).toBe(302);
      else expect(shown.errors, `${path}?${query}`).toBeNull();
    }
  }
});
