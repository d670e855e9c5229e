import { expect, it } from "vitest";
import { createSender, prepareAdministrator, signIn } from "#tests/integration/administrator.ts";
import { startApi } from "#tests/integration/api-shop.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
const url = await startApi({ database });
const send = createSender(url);

it("shows a token's secret only when it is created", async () => {
  const asAdministrator = createSender(url, { Cookie: await signIn(send) });
  const request = { name: "  Planilha de estoque ", scope: "write" };
  const created = await asAdministrator("POST", "/api/auth/tokens", request);
  expect(created.status).toBe(201);
  const { token, id } = (await created.json()) as { token: string; id: string };
  const list = await (await asAdministrator("GET", "/api/auth/tokens")).text();
  expect(list).toContain('"name":"Planilha de estoque"');
  expect(list).not.toContain(token);
  expect((await asAdministrator("DELETE", `/api/auth/tokens/${id}`)).status).toBe(204);
  expect((await asAdministrator("DELETE", `/api/auth/tokens/${id}`)).status).toBe(404);
});

it("rejects a token without a name or with an unknown scope", async () => {
  const asAdministrator = createSender(url, { Cookie: await signIn(send) });
  const rejected = await asAdministrator("POST", "/api/auth/tokens", { name: " ", scope: "all" });
  expect(await rejected.json()).toMatchObject({
    status: 400,
    errors: [{ field: "name" }, { field: "scope" }],
  });
});

it("rejects tokens on account routes", async () => {
  const asAdministrator = createSender(url, { Cookie: await signIn(send) });
  const created = await asAdministrator("POST", "/api/auth/tokens", {
    name: "ERP",
    scope: "write",
  });
  const { token } = (await created.json()) as { token: string };
  const asProgram = createSender(url, { Authorization: `Bearer ${token}` });
  for (const [method, path] of [
    ["GET", "/api/auth/session"],
    ["POST", "/api/auth/refresh"],
    ["GET", "/api/auth/sessions"],
    ["DELETE", "/api/auth/sessions"],
    ["POST", "/api/auth/password"],
    ["GET", "/api/auth/tokens"],
    ["POST", "/api/auth/tokens"],
    ["POST", "/api/auth/second-factor/off"],
  ] as const) {
    const body = method === "POST" ? {} : undefined;
    expect((await asProgram(method, path, body)).status).toBe(403);
  }
});
