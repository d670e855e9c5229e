import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { customers } from "#app/domain/customers/table.ts";
import { sessionCookie } from "#tests/integration/admin-session.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest, sendRaw, type TestResponse, titlesPage } from "#tests/support/test-shop.ts";

const opened = await openTestDatabase();

const expectedHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
};

function parseProblem({ headers, body }: TestResponse) {
  expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
  return JSON.parse(body.toString());
}

describe("security headers are on every response", () => {
  test.each([
    ["/", 200],
    ["/nada", 404],
    ["/api/health", 200],
    ["/api/products", 200],
    ["/api/nada", 404],
    ["/media/nada.png", 404],
    ["/media/nada.png?w=7", 400],
    ["/assets/nada.js", 404],
  ])("%s, uncached and cached", async (path, status) => {
    const { ask } = await listenForTest({ opened });
    for (let visit = 0; visit < 2; visit += 1) {
      const response = await ask(path);
      expect(response).toMatchObject({ status, headers: expectedHeaders });
      expect(response.headers).not.toHaveProperty("strict-transport-security");
    }
  });

  test("with Strict-Transport-Security where PUBLIC_URL is https", async () => {
    const { ask } = await listenForTest({ opened, env: { PUBLIC_URL: "https://loja.example" } });
    for (const path of ["/", "/", "/api/nada"]) {
      const { headers } = await ask(path);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });

  test("with the hash of a page's inline script", async () => {
    const { ask } = await listenForTest({ opened });
    const { headers, body } = await ask("/");
    const hash = createHash("sha256").update("go()").digest("base64");
    expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(body.toString()).toContain("<script>go()</script>");
  });
});

test("a database with damaged files is reported by the health check", async () => {
  const { ask } = await listenForTest({ opened: { ...opened, isDamaged: () => true } });
  const response = await ask("/api/health");
  expect(response.status).toBe(503);
  expect(parseProblem(response).type).toBe("urn:pomar:damaged");
});

describe("errors of the API are problem documents in Portuguese", () => {
  const json = { "Content-Type": "application/json", "Idempotency-Key": "chave-de-teste" };

  test.each([
    ["malformed JSON", "POST", "/api/orders", json, '{"customer":', 400],
    ["another content type", "POST", "/api/orders", { "Idempotency-Key": "chave-1" }, "x", 415],
    ["a huge body", "POST", "/api/orders", json, " ".repeat(70_000), 413],
    ["an unknown path", "GET", "/api/nada", {}, undefined, 404],
    ["an unknown path with a body", "POST", "/api/nada", json, "{", 404],
    ["the bare prefix", "GET", "/api", {}, undefined, 404],
    ["a wrong method", "PUT", "/api/orders", json, "{}", 405],
  ])("%s", async (_what, method, path, headers, body, status) => {
    const { ask } = await listenForTest({ opened });
    const response = await ask(path, headers, { method, ...(body && { body }) });
    expect(response.status).toBe(status);
    const problem = parseProblem(response);
    expect(problem).toMatchObject({ status, title: expect.stringMatching(/^[A-ZÀ-Ú]/) });
    expect(JSON.stringify(problem)).not.toMatch(/\bat |node_modules|\.ts:/);
    if (status === 405) expect(response.headers.allow).toMatch(/POST/);
  });

  test("pages accept only GET and HEAD", async () => {
    const { ask } = await listenForTest({ opened });
    const response = await ask("/", {}, { method: "POST", body: "a=1" });
    expect(response).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
    expect(parseProblem(response).title).toBe("Método não permitido");
  });

  test.each([
    "GET / HTTP/1.1\r\n\r\n",
    "GET /%ff%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET /\\..\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    "nonsense\r\n\r\n",
  ])("the bytes %j never get a 5xx", async (bytes) => {
    const { port } = await listenForTest({ opened });
    expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 [234]\d\d/);
  });
});

test("two Host headers are rejected", async () => {
  const { port } = await listenForTest({ opened });
  const bytes = "GET /api/health/live HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n";
  expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 400/);
});

test.each([
  "/%ff/maria@example.com",
  "/produtos/pescados?produto=%00",
  "/api/orders/export.csv?search=a@b%00c",
  "/%",
])("the malformed target %s is rejected before the router", async (target) => {
  const pages = vi.fn(titlesPage);
  const { ask } = await listenForTest({ opened, pages });
  const response = await ask(target);
  expect(response).toMatchObject({ status: 400, headers: expectedHeaders });
  expect(pages).not.toHaveBeenCalled();
});

test("an invalid Host is rejected", async () => {
  const { ask } = await listenForTest({ opened });
  for (const path of ["/", "/sobre?x", "/admin", "/api/nada"]) {
    const { status } = await ask(path, { Host: "1.2.3.999" });
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
  }
});

describe("an internal error", () => {
  const failing: typeof titlesPage = async () => {
    throw new Error("segredo interno");
  };

  test("shows a static page in Portuguese with the request id and no detail", async () => {
    const { ask } = await listenForTest({ opened, pages: failing });
    const { status, headers, body } = await ask("/sobre");
    expect(status).toBe(500);
    expect(headers).toMatchObject({ ...expectedHeaders, "cache-control": "no-store" });
    expect(body.toString()).toContain("Algo deu errado");
    expect(body.toString()).toContain(headers["x-request-id"]);
    expect(body.toString()).not.toContain("segredo");
  });

  test("is not cached", async () => {
    const pages = vi.fn(titlesPage).mockImplementationOnce(failing);
    const { ask } = await listenForTest({ opened, pages });
    expect((await ask("/sobre")).status).toBe(500);
    expect((await ask("/sobre")).status).toBe(200);
  });

  test("is also recognized in the plain-text response of the router", async () => {
    const pages: typeof titlesPage = async () =>
      new Response("Unexpected Server Error", {
        status: 500,
        headers: { "Content-Type": "text/plain" },
      });
    const { ask } = await listenForTest({ opened, pages });
    const { status, body } = await ask("/sobre");
    expect(status).toBe(500);
    expect(body.toString()).toContain("Algo deu errado");
  });
});

test("a forged X-Forwarded-For does not reset the order limit", async () => {
  const { ask } = await listenForTest({ opened, env: { ORDER_LIMIT: "1" } });
  const order = (from: string) =>
    ask(
      "/api/orders",
      {
        "Content-Type": "application/json",
        "Idempotency-Key": `chave-${from}`,
        "X-Forwarded-For": from,
      },
      {
        method: "POST",
        body: JSON.stringify({
          customer,
          items: [
            {
              product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11",
              unit: "unidade",
              quantity: 1,
              price: 1,
            },
          ],
        }),
      },
    );
  expect((await order("1.1.1.1")).status).toBe(409);
  expect((await order("2.2.2.2")).status).toBe(429);
});

const day = "2026-11-26";
const requiredQueries: Record<string, Record<string, string>> = {
  "/api/customers/{id}/statement.csv": { from: day, until: day },
  "/api/day/closing.csv": { date: day },
  "/api/payments/export.csv": { from: day, until: day },
  "/api/sales/customers.csv": { from: day, until: day },
  "/api/sales/orders.csv": { from: day, until: day },
  "/api/sales/lines.csv": { from: day, until: day },
};

test("two CSV files are generated at a time and four wait; a further request is rejected", async () => {
  const { ask, port } = await listenForTest({ opened });
  const { paths } = JSON.parse((await ask("/api/openapi.json")).body.toString());
  const files = Object.keys(paths).filter((path) => path.endsWith(".csv"));
  expect(files).toContain("/api/orders/export.csv");
  const Cookie = await sessionCookie(opened.database);
  const id = crypto.randomUUID();
  await opened.database.insert(customers).values({ id, root_id: id, name: "Ana" });
  for (const path of files) {
    const file = `${path.replace("{id}", id)}?${new URLSearchParams(requiredQueries[path])}`;
    const askFor = (target: string) =>
      `GET ${target} HTTP/1.1\r\nHost: loja\r\nCookie: ${Cookie}\r\n\r\n`;
    // A file behind an event stream on the same connection keeps its place until that connection closes.
    const readers = Array.from({ length: 5 }, () => createConnection(port, "127.0.0.1"));
    for (const reader of readers) reader.write(askFor("/api/events") + askFor(file));
    const polled: Promise<TestResponse>[] = [];
    const answers: TestResponse[] = [];
    await vi.waitFor(() => {
      polled.push(ask(file, { Cookie }));
      polled.at(-1)?.then((answer) => answers.push(answer));
      expect(answers.map(({ status }) => status)).toContain(503);
    }, 20_000);
    for (const reader of readers) reader.destroy();
    const responses = await Promise.all(polled);
    const rejected = responses.find(({ status }) => status === 503);
    expect(rejected?.headers["retry-after"], file).toBe("5");
    const others = responses.filter((response) => response.status !== 503);
    // The sixth request waited until the readers left.
    expect(others.length, file).toBeGreaterThanOrEqual(1);
    for (const { status } of others) expect(status, file).toBe(200);
  }
});
