import { describe, expect, it } from "vitest";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import {
  asker,
  cookiesOf,
  email,
  password,
  prepareAdministrator,
  signIn,
} from "#tests/integration/administrator.ts";
import { startApi } from "#tests/integration/api-shop.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
const url = await startApi({ database });
const ask = asker(url);

const own = { Origin: "https://loja.example" };
const foreign = { Origin: "https://outra.example" };

describe("signing in", () => {
  it("answers who entered and until when, and gives the cookie", async () => {
    const response = await ask("POST", "/api/auth/login", { email, password }, own);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({ email, expires_at: expect.stringMatching(/Z$/) });
    const [session = ""] = response.headers.getSetCookie();
    expect(session).toMatch(/^pomar_session=[\w-]{43}; /);
    for (const flag of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]) {
      expect(session.split("; ")).toContain(flag);
    }
  });

  it("says in the spec's words that another e-mail may not enter", async () => {
    const login = { email: "outra@pomar.example", password };
    const response = await ask("POST", "/api/auth/login", login);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:access-denied",
      title: "Acesso negado. Este email não tem permissões de administrador.",
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("refuses a wrong password", async () => {
    const response = await ask("POST", "/api/auth/login", { email, password: "errada" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ type: "urn:pomar:wrong-password" });
  });

  it("needs both fields", async () => {
    const response = await ask("POST", "/api/auth/login", { email: " ", password: "" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { field: "email", message: "E-mail é obrigatório" },
        { field: "password", message: "Senha é obrigatória" },
      ],
    });
  });

  it("is not for other sites' pages", async () => {
    for (const headers of [foreign, { Origin: "null" }]) {
      const response = await ask("POST", "/api/auth/login", { email, password }, headers);
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it("ends the session that the browser had", async () => {
    const former = await signIn(ask);
    await ask("POST", "/api/auth/login", { email, password }, { Cookie: former });
    expect((await ask("GET", "/api/auth/session", undefined, { Cookie: former })).status).toBe(401);
  });
});

describe("a session", () => {
  it("is told and prolonged to who has it", async () => {
    const Cookie = await signIn(ask);
    for (const [method, path] of [
      ["GET", "/api/auth/session"],
      ["POST", "/api/auth/refresh"],
    ] as const) {
      const response = await ask(method, path, undefined, { Cookie });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ email, expires_at: expect.any(String) });
    }
  });

  it("is nobody's without the cookie", async () => {
    for (const Cookie of ["", "pomar_session=made-up", "pomar_session="]) {
      const headers = { Cookie };
      const response = await ask("GET", "/api/auth/session", undefined, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ type: "urn:pomar:unauthenticated" });
      expect((await ask("POST", "/api/auth/refresh", undefined, headers)).status).toBe(401);
    }
  });

  it("ends at leaving, on the server too", async () => {
    const Cookie = await signIn(ask);
    const left = await ask("POST", "/api/auth/logout", undefined, { Cookie, ...own });
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/^pomar_session=; .*Max-Age=0/);
    expect((await ask("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(401);
    expect((await ask("POST", "/api/auth/logout", undefined, { Cookie })).status).toBe(204);
  });

  it("cannot be ended or used to write by another site's page", async () => {
    const Cookie = await signIn(ask);
    for (const [method, path] of [
      ["POST", "/api/auth/logout"],
      ["POST", "/api/auth/refresh"],
      ["DELETE", "/api/auth/sessions"],
      ["POST", "/api/auth/tokens"],
    ] as const) {
      const response = await ask(method, path, {}, { Cookie, ...foreign });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ type: "urn:pomar:foreign-origin" });
    }
    expect((await ask("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(200);
  });

  it("is listed with its device, and can be ended from another", async () => {
    const here = await signIn(asker(url, { "User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140" }));
    const there = await signIn(ask);
    const list = await ask("GET", "/api/auth/sessions", undefined, { Cookie: here });
    const { items } = (await list.json()) as { items: { id: string; current: boolean }[] };
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(
      expect.objectContaining({ device: "Firefox no Linux", address: "127.0.0.1", current: true }),
    );
    const other = items.find(({ current }) => !current)?.id;
    const end = () =>
      ask("DELETE", `/api/auth/sessions/${other}`, undefined, { Cookie: here, ...own });
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect((await ask("GET", "/api/auth/session", undefined, { Cookie: there })).status).toBe(401);
    const wrong = await ask("DELETE", "/api/auth/sessions/1", undefined, { Cookie: here });
    expect(wrong.status).toBe(400);
  });
});

describe("changing the password", () => {
  it("needs the current one and ten characters", async () => {
    const Cookie = await signIn(ask);
    const change = (current_password: string, new_password: string) =>
      ask("POST", "/api/auth/password", { current_password, new_password }, { Cookie });
    expect(await (await change("errada", "dez-letras-ou-mais")).json()).toMatchObject({
      status: 400,
      errors: [{ field: "current_password", message: "Senha incorreta." }],
    });
    expect(await (await change(password, "curta-123")).json()).toMatchObject({
      status: 400,
      errors: [{ field: "new_password" }],
    });
  });

  it("ends the other sessions and goes on with a new one", async () => {
    const [here, there] = [await signIn(ask), await signIn(ask)];
    const changed = await ask(
      "POST",
      "/api/auth/password",
      { current_password: password, new_password: "dez-letras-ou-mais" },
      { Cookie: here },
    );
    expect(changed.status).toBe(200);
    for (const Cookie of [here, there]) {
      expect((await ask("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(401);
    }
    const Cookie = cookiesOf(changed);
    expect((await ask("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(200);
  });
});
