import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { type Answer, listenForTest, sendRaw, titlesPage } from "../testing.ts";

const opened = await openTestDatabase();

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
};

function problemOf({ headers, body }: Answer) {
  expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
  return JSON.parse(body.toString());
}

describe("every answer carries the security headers", () => {
  test.each([
    ["/", 200],
    ["/nada", 404],
    ["/api/health", 200],
    ["/api/products", 200],
    ["/api/nada", 404],
    ["/media/nada.png", 404],
    ["/media/nada.png?w=7", 400],
    ["/assets/nada.js", 404],
  ])("%s, first and from memory", async (path, status) => {
    const { ask } = await listenForTest({ opened });
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await ask(path);
      expect(answer).toMatchObject({ status, headers: everywhere });
      expect(answer.headers).not.toHaveProperty("strict-transport-security");
    }
  });

  test("and, where the site is served by https, a year of strict transport", async () => {
    const { ask } = await listenForTest({ opened, env: { PUBLIC_URL: "https://loja.example" } });
    for (const path of ["/", "/", "/api/nada"]) {
      const { headers } = await ask(path);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });

  test("with the hash of a page's own script", async () => {
    const { ask } = await listenForTest({ opened });
    const { headers, body } = await ask("/");
    const hash = createHash("sha256").update("go()").digest("base64");
    expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(body.toString()).toContain("<script>go()</script>");
  });
});

describe("what goes wrong under /api is a problem document in Portuguese", () => {
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
    const answer = await ask(path, headers, { method, ...(body && { body }) });
    expect(answer.status).toBe(status);
    const problem = problemOf(answer);
    expect(problem).toMatchObject({ status, title: expect.stringMatching(/^[A-ZÀ-Ú]/) });
    expect(JSON.stringify(problem)).not.toMatch(/\bat |node_modules|\.ts:/);
    if (status === 405) expect(answer.headers.allow).toMatch(/POST/);
  });

  test("a page takes GET and HEAD alone", async () => {
    const { ask } = await listenForTest({ opened });
    const answer = await ask("/", {}, { method: "POST", body: "a=1" });
    expect(answer).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
    expect(problemOf(answer).title).toBe("Método não permitido");
  });

  test.each([
    "GET / HTTP/1.1\r\n\r\n",
    "GET /%ff%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET /\\..\\x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    "nonsense\r\n\r\n",
  ])("bytes such as %j are refused or answered, never a 5xx", async (bytes) => {
    const { port } = await listenForTest({ opened });
    expect(await sendRaw(port, bytes)).toMatch(/^HTTP\/1\.1 [234]\d\d/);
  });
});

describe("a failure of ours", () => {
  const failing: typeof titlesPage = async () => {
    throw new Error("segredo interno");
  };

  test("shows the page of last resort, in Portuguese, with a code to look up and no detail", async () => {
    const { ask } = await listenForTest({ opened, pages: failing });
    const { status, headers, body } = await ask("/sobre");
    expect(status).toBe(500);
    expect(headers).toMatchObject({ ...everywhere, "cache-control": "no-store" });
    expect(body.toString()).toContain("Algo deu errado");
    expect(body.toString()).toContain(headers["x-request-id"]);
    expect(body.toString()).not.toContain("segredo");
  });

  test("is tried again for the next visitor", async () => {
    const pages = vi.fn(titlesPage).mockImplementationOnce(failing);
    const { ask } = await listenForTest({ opened, pages });
    expect((await ask("/sobre")).status).toBe(500);
    expect((await ask("/sobre")).status).toBe(200);
  });

  test("also where the router gives up and answers in plain English", async () => {
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

test("a forged address in a header gives nobody a second allowance of orders", async () => {
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
          customer: {
            name: "Ana Souza",
            email: "ana@example.com",
            phone: "11987654321",
            document: "52998224725",
            zipCode: "01310100",
            street: "Avenida Paulista",
            number: "1000",
            neighborhood: "Bela Vista",
            city: "São Paulo",
            state: "SP",
          },
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
