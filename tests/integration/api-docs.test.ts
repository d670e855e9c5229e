import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

test("the documentation page shows every operation", async () => {
  const response = await send("GET", "/api/docs");
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const page = await response.text();
  const document = await (await send("GET", "/api/openapi.json")).json();
  const names = Object.values<Record<string, { operationId: string }>>(document.paths)
    .flatMap((operations) => Object.values(operations))
    .map(({ operationId }) => operationId);
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) expect(page).toContain(`<details id="${name}">`);
  expect(page).toContain("Já existe um produto com este slug");
});

test("that page has no scripts and no external resources", async () => {
  const response = await send("GET", "/api/docs");
  const page = await response.text();
  const policy = response.headers.get("Content-Security-Policy");
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
  expect(page).not.toMatch(/<script|<img|<link|<iframe|\sstyle=|\son\w+=/);
  expect(
    [...page.matchAll(/(?:src|href)="([^"]*)"/g)].filter(([, to]) => !/^[#/]/.test(to ?? "")),
  ).toEqual([]);
});

test("visitors read it too", async () => {
  const visitor = createSender(url);
  expect((await visitor("GET", "/api/docs")).status).toBe(200);
  expect((await visitor("GET", "/api/openapi.json")).status).toBe(200);
});

test("the document names tags, headers, limits and versions", async () => {
  const document = await (await createSender(url)("GET", "/api/openapi.json")).json();
  const tags = new Set(document.tags.map(({ name }: { name: string }) => name));
  const operations = Object.values<Record<string, { tags: string[] }>>(document.paths).flatMap(
    (methods) => Object.values(methods),
  );
  expect(operations.flatMap((operation) => operation.tags.filter((tag) => !tags.has(tag)))).toEqual(
    [],
  );
  expect(document.info.description).toMatch(/Versões.*Limites/s);
  const { responses } = document.paths["/api/orders"].post;
  const limits = ["RateLimit-Policy", "RateLimit"];
  expect(Object.keys(responses["429"].headers)).toEqual(["X-Request-Id", ...limits, "Retry-After"]);
  expect(Object.keys(responses["201"].headers)).toEqual(["X-Request-Id", ...limits]);
});
