import { expect, it } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { asker, prepareAdministrator, signIn } from "#tests/integration/administrator.ts";
import { startApi } from "#tests/integration/api-shop.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
const url = await startApi({ database });
const ask = asker(url);

it("shows a token once and lists it without", async () => {
  const asAdministrator = asker(url, { Cookie: await signIn(ask) });
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

it("refuses a token without a name or with an unknown scope", async () => {
  const asAdministrator = asker(url, { Cookie: await signIn(ask) });
  const refused = await asAdministrator("POST", "/api/auth/tokens", { name: " ", scope: "all" });
  expect(await refused.json()).toMatchObject({
    status: 400,
    errors: [{ field: "name" }, { field: "scope" }],
  });
});

it("keeps a token away from the account", async () => {
  const asAdministrator = asker(url, { Cookie: await signIn(ask) });
  const created = await asAdministrator("POST", "/api/auth/tokens", {
    name: "ERP",
    scope: "write",
  });
  const { token } = (await created.json()) as { token: string };
  const asProgram = asker(url, { Authorization: `Bearer ${token}` });
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
