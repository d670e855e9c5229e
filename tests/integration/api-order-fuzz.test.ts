import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { problemSchema } from "#app/api/framework/problem.ts";
import { orderRequestSchema } from "#app/domain/orders/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { hostileValue, nearlyValid } from "#tests/support/hostile.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

async function expectProblem(response: Response): Promise<void> {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const text = await response.text();
  expect(text).not.toMatch(/node_modules|\.ts:\d/);
  problemSchema.strict().parse(JSON.parse(text));
}

test("any JSON sent as an order is stored or rejected with a problem", async () => {
  const product = await addProduct(database);
  const line = lineFor(product);
  const body = fc.oneof(
    { weight: 1, arbitrary: hostileValue },
    {
      weight: 4,
      arbitrary: fc
        .record({
          customer: fc.oneof(fc.constant(customer), nearlyValid(customer)),
          items: fc.oneof(
            fc.constant([line]),
            fc.array(nearlyValid(line), { maxLength: 3 }),
            hostileValue,
          ),
        })
        .chain((good) => fc.oneof(fc.constant(good), nearlyValid(good))),
    },
  );
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const response = await sendOrder(url, value);
      if (response.status === 201) stored += 1;
      else await expectProblem(response);
      expect(response.status).toBeLessThan(500);
      const sent = orderRequestSchema.safeParse(JSON.parse(JSON.stringify(value)));
      if (!sent.success) expect([400, 413]).toContain(response.status);
      expect(await database.$count(pedidos)).toBe(stored);
    }),
  );
});

test("arbitrary bytes sent as an order are rejected with a problem", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const response = await fetch(`${url}/api/orders`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
        body: bytes,
      });
      expect(response.status).toBe(400);
      await expectProblem(response);
    }),
  );
  expect(await storedOrders(database)).toEqual([]);
});

test("any read is answered or rejected with a problem", async () => {
  const part = fc.oneof(
    fc
      .string({ unit: "binary", maxLength: 40 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom("%00", "%FF", "__proto__", "01310100", "'--", "%"),
  );
  const target = fc.oneof(
    part.map((value) => `/api/products?slug=${value}`),
    part.map((value) => `/api/products?category=${value}&slug=${value}`),
    part.map((value) => `/api/postal-code/${value}`),
    part.map((value) => `/api/${value}`),
    fc.tuple(part, part).map(([key, value]) => `/api/recipes?${key}=${value}`),
  );
  await fc.assert(
    fc.asyncProperty(target, async (path) => {
      const response = await fetch(url + path);
      if (response.ok) await response.arrayBuffer();
      else await expectProblem(response);
      // This shop has no postal-code service, which answers 503.
      if (!/postal-code\/01310100/.test(path)) expect(response.status).toBeLessThan(500);
    }),
  );
});
