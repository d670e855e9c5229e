import { describe, expect, it } from "vitest";
import {
  cookiesOf,
  createSender,
  email,
  password,
  signIn,
  startAdministratorApi,
} from "#tests/integration/administrator.ts";

const { url, send } = await startAdministratorApi();

const own = { Origin: "https://loja.example" };
const foreign = { Origin: "https://outra.example" };

describe("signing in", () => {
  it("returns the e-mail and the expiry, and sets the cookie", async () => {
    const response = await send("POST", "/api/auth/login", { email, password }, own);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({ email, expires_at: expect.stringMatching(/Z$/) });
    const [session = ""] = response.headers.getSetCookie();
    expect(session).toMatch(/^pomar_session=[\w-]{43}; /);
    for (const flag of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]) {
      expect(session.split("; ")).toContain(flag);
    }
  });

  it("rejects another e-mail with the spec's message", async () => {
    const login = { email: "outra@pomar.example", password };
    const response = await send("POST", "/api/auth/login", login);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:access-denied",
      title: "Acesso negado. Este email não tem permissões de administrador.",
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("rejects a wrong password", async () => {
    const response = await send("POST", "/api/auth/login", { email, password: "errada" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ type: "urn:pomar:wrong-password" });
  });

  it("requires both fields", async () => {
    const response = await send("POST", "/api/auth/login", { email: " ", password: "" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { field: "email", message: "E-mail é obrigatório" },
        { field: "password", message: "Senha é obrigatória" },
      ],
    });
  });

  it("rejects pages of other sites", async () => {
    for (const headers of [foreign, { Origin: "null" }]) {
      const response = await send("POST", "/api/auth/login", { email, password }, headers);
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it("ends the browser's previous session", async () => {
    const former = await signIn(send);
    await send("POST", "/api/auth/login", { email, password }, { Cookie: former });
    expect((await send("GET", "/api/auth/session", undefined, { Cookie: former })).status).toBe(
      401,
    );
  });
});

describe("a session", () => {
  it("is read and extended with its cookie", async () => {
    const Cookie = await signIn(send);
    for (const [method, path] of [
      ["GET", "/api/auth/session"],
      ["POST", "/api/auth/refresh"],
    ] as const) {
      const response = await send(method, path, undefined, { Cookie });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ email, expires_at: expect.any(String) });
    }
  });

  it("requires the cookie", async () => {
    for (const Cookie of ["", "pomar_session=unknown", "pomar_session="]) {
      const headers = { Cookie };
      const response = await send("GET", "/api/auth/session", undefined, headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ type: "urn:pomar:unauthenticated" });
      expect((await send("POST", "/api/auth/refresh", undefined, headers)).status).toBe(401);
    }
  });

  it("ends on the server when the administrator signs out", async () => {
    const Cookie = await signIn(send);
    const left = await send("POST", "/api/auth/logout", undefined, { Cookie, ...own });
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/^pomar_session=; .*Max-Age=0/);
    expect((await send("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(401);
    expect((await send("POST", "/api/auth/logout", undefined, { Cookie })).status).toBe(204);
  });

  it("cannot be ended or used for writes by another site's page", async () => {
    const Cookie = await signIn(send);
    for (const [method, path] of [
      ["POST", "/api/auth/logout"],
      ["POST", "/api/auth/refresh"],
      ["DELETE", "/api/auth/sessions"],
      ["POST", "/api/auth/tokens"],
    ] as const) {
      const response = await send(method, path, {}, { Cookie, ...foreign });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ type: "urn:pomar:foreign-origin" });
    }
    expect((await send("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(200);
  });

  it("is listed with its device, and can be ended from another session", async () => {
    const here = await signIn(
      createSender(url, { "User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140" }),
    );
    const there = await signIn(send);
    const list = await send("GET", "/api/auth/sessions", undefined, { Cookie: here });
    const { items } = (await list.json()) as { items: { id: string; current: boolean }[] };
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(
      expect.objectContaining({ device: "Firefox no Linux", address: "127.0.0.1", current: true }),
    );
    const other = items.find(({ current }) => !current)?.id;
    const end = () =>
      send("DELETE", `/api/auth/sessions/${other}`, undefined, { Cookie: here, ...own });
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect((await send("GET", "/api/auth/session", undefined, { Cookie: there })).status).toBe(401);
    const wrong = await send("DELETE", "/api/auth/sessions/1", undefined, { Cookie: here });
    expect(wrong.status).toBe(400);
  });
});

describe("changing the password", () => {
  it("requires the current one and ten characters", async () => {
    const Cookie = await signIn(send);
    const change = (current_password: string, new_password: string) =>
      send("POST", "/api/auth/password", { current_password, new_password }, { Cookie });
    expect(await (await change("errada", "dez-letras-ou-mais")).json()).toMatchObject({
      status: 400,
      errors: [{ field: "current_password", message: "Senha incorreta." }],
    });
    expect(await (await change(password, "curta-123")).json()).toMatchObject({
      status: 400,
      errors: [{ field: "new_password" }],
    });
  });

  it("ends the other sessions and opens a new one", async () => {
    const [here, there] = [await signIn(send), await signIn(send)];
    const changed = await send(
      "POST",
      "/api/auth/password",
      { current_password: password, new_password: "dez-letras-ou-mais" },
      { Cookie: here },
    );
    expect(changed.status).toBe(200);
    for (const Cookie of [here, there]) {
      expect((await send("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(401);
    }
    const Cookie = cookiesOf(changed);
    expect((await send("GET", "/api/auth/session", undefined, { Cookie })).status).toBe(200);
  });
});
