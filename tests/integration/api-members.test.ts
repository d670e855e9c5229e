import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { maxInvitationAgeMs } from "#app/domain/people/rules.ts";
import { memberCredentials, members } from "#app/domain/people/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { memberCookie } from "./admin-session.ts";
import {
  cookiesOf,
  createSender,
  email,
  password,
  prepareAdministrator,
  signIn,
} from "./administrator.ts";
import { addProduct, customer, lineFor, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
prepareAdministrator(database);
const send = createSender(await startApi({ database }));
const person = { name: "Ana Lima", email: "Ana@Loja.example", role: "equipe" };
const chosen = "goiaba-branca-madura";

const asOwner = async () => ({ Cookie: await signIn(send) });
const invite = async (owner: { Cookie: string }, request: object = person) =>
  (await send("POST", "/api/members", request, owner)).json();
const tokenOf = ({ link }: { link: string }) => link.split("/").at(-1) ?? "";
const accept = (token: string, headers = {}) =>
  send("POST", `/api/invitations/${token}`, { password: chosen }, headers);

/** A member who has accepted, with the cookie of their session. */
async function enter(owner: { Cookie: string }, request: object = person) {
  const member = await invite(owner, request);
  const answer = await accept(tokenOf(member));
  expect(answer.status).toBe(200);
  return { ...member, headers: { Cookie: cookiesOf(answer) } };
}

describe("an invitation", () => {
  it("is a link that is stored as a hash only, and appears once", async () => {
    const owner = await asOwner();
    const member = await invite(owner);
    expect(member).toMatchObject({ name: "Ana Lima", email: "ana@loja.example", active: true });
    expect(member.link).toMatch(/\/admin\/invitation\/[\w-]{43}$/);
    const listed = await (await send("GET", "/api/members", undefined, owner)).json();
    const stored = [await database.select().from(memberCredentials), listed];
    const logs = await send("GET", "/api/audit-logs?table_name=members", undefined, owner);
    const text = JSON.stringify([stored, await logs.json()]);
    expect(text).not.toContain(tokenOf(member));
    expect(JSON.stringify(listed)).not.toMatch(/hash|secret|device_key/);
  });

  it("opens a session, once", async () => {
    const owner = await asOwner();
    const token = tokenOf(await invite(owner));
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect((await accept(token)).status).toBe(404);
    const accepted = answers.find(({ status }) => status === 200);
    const headers = { Cookie: cookiesOf(accepted as Response) };
    const session = await send("GET", "/api/auth/session", undefined, headers);
    expect(await session.json()).toMatchObject({ email: "ana@loja.example" });
  });

  it("needs a password as the administrator's", async () => {
    const token = tokenOf(await invite(await asOwner()));
    const weak = await send("POST", `/api/invitations/${token}`, { password: "curta" });
    expect(weak.status).toBe(400);
    expect((await accept(token)).status).toBe(200);
  });

  it("is rejected after its time, when it was revoked, and when there is a newer one", async () => {
    const owner = await asOwner();
    const first = await invite(owner);
    const path = `/api/members/${first.id}/invitation`;
    const second = await (await send("POST", path, undefined, owner)).json();
    expect((await accept(tokenOf(first))).status).toBe(404);
    expect((await send("DELETE", path, undefined, owner)).status).toBe(204);
    expect((await send("DELETE", path, undefined, owner)).status).toBe(404);
    expect((await accept(tokenOf(second))).status).toBe(404);
    const logs = await send("GET", "/api/audit-logs?table_name=members", undefined, owner);
    expect((await logs.json()).items[0]).toMatchObject({
      user_email: email,
      operation: "UPDATE",
      old_data: { name: "Ana Lima", invited_at: expect.any(String) },
      new_data: { name: "Ana Lima", invited_at: null },
    });
    const third = await (await send("POST", path, undefined, owner)).json();
    const past = new Date(Date.now() - maxInvitationAgeMs);
    await database.update(memberCredentials).set({ invitation_expires_at: past });
    expect((await accept(tokenOf(third))).status).toBe(404);
  });

  it("ends the session of the browser that opens it", async () => {
    const owner = await asOwner();
    const token = tokenOf(await invite(owner));
    expect((await accept(token, owner)).status).toBe(200);
    expect((await send("GET", "/api/auth/session", undefined, owner)).status).toBe(401);
  });

  it("is not accepted from another site's page", async () => {
    const token = tokenOf(await invite(await asOwner()));
    expect((await accept(token, { Origin: "https://outra.example" })).status).toBe(403);
  });

  it("needs an e-mail that no other account has", async () => {
    const owner = await asOwner();
    await invite(owner);
    const again = await send("POST", "/api/members", { ...person, name: "Outra" }, owner);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({
      type: "urn:pomar:email-taken",
      current: { name: "Ana Lima" },
    });
    const own = await send("POST", "/api/members", { ...person, email }, owner);
    expect(await own.json()).toMatchObject({ errors: [{ field: "email" }] });
    const unknownRole = await send("POST", "/api/members", { ...person, role: "dono" }, owner);
    expect(unknownRole.status).toBe(400);
  });
});

describe("a member", () => {
  it("signs in as the administrator does, with the password of the invitation", async () => {
    const owner = await asOwner();
    await invite(owner, { ...person, email: "bia@loja.example" });
    const unused = { email: "bia@loja.example", password: chosen };
    expect((await send("POST", "/api/auth/login", unused)).status).toBe(403);
    await enter(owner);
    const wrong = { email: person.email, password: "errada-de-todo" };
    expect((await send("POST", "/api/auth/login", wrong)).status).toBe(401);
    const ownersPassword = { email: person.email, password };
    expect((await send("POST", "/api/auth/login", ownersPassword)).status).toBe(401);
    const Cookie = await signIn(send, { email: person.email, password: chosen });
    const session = await send("GET", "/api/auth/session", undefined, { Cookie });
    expect(await session.json()).toMatchObject({ email: "ana@loja.example" });
    const listed = await (await send("GET", "/api/members", undefined, owner)).json();
    const isInvited = { invited_until: expect.any(String), signed_in_at: null };
    const hasEntered = { invited_until: null, signed_in_at: expect.any(String) };
    const items = [expect.objectContaining(isInvited), expect.objectContaining(hasEntered)];
    expect(listed.items).toEqual(expect.arrayContaining(items));
  });

  it("has sessions, a password and a second factor of their own", async () => {
    const owner = await asOwner();
    const { headers } = await enter(owner);
    const sessions = await (await send("GET", "/api/auth/sessions", undefined, headers)).json();
    expect(sessions.items).toHaveLength(1);
    const [ownersSession] = (
      await (await send("GET", "/api/auth/sessions", undefined, owner)).json()
    ).items;
    const end = await send("DELETE", `/api/auth/sessions/${ownersSession.id}`, undefined, headers);
    expect(end.status).toBe(404);
    expect((await send("DELETE", "/api/auth/sessions", undefined, headers)).status).toBe(204);

    const proof = { password: chosen };
    expect((await send("POST", "/api/auth/second-factor", { password }, headers)).status).toBe(400);
    const { secret } = await (await send("POST", "/api/auth/second-factor", proof, headers)).json();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const confirmed = await send("POST", "/api/auth/second-factor/confirm", { code }, headers);
    expect(confirmed.status).toBe(200);
    const { recovery_codes } = await confirmed.json();
    // The administrator's is as before.
    expect((await send("POST", "/api/auth/login", { email, password })).status).toBe(200);
    const login = { email: person.email, password: chosen };
    const asked = await send("POST", "/api/auth/login", login);
    expect(await asked.json()).toMatchObject({ type: "urn:pomar:code-required" });
    await signIn(send, { ...login, code: recovery_codes[0] });

    const change = { current_password: chosen, new_password: "cajá-manga-verde" };
    expect((await send("POST", "/api/auth/password", change, headers)).status).toBe(200);
    expect((await send("GET", "/api/auth/session", undefined, headers)).status).toBe(401);
    expect((await send("GET", "/api/auth/session", undefined, owner)).status).toBe(200);
    expect((await send("POST", "/api/auth/login", { email, password })).status).toBe(200);
  });

  it("cannot take another role, nor make tokens, and what they do carries their name", async () => {
    const owner = await asOwner();
    const { id, headers } = await enter(owner);
    const forbidden = { status: 403 };
    const patch = { role: "consulta", version: 1 };
    expect(await send("PATCH", `/api/members/${id}`, patch, headers)).toMatchObject(forbidden);
    const token = { name: "Meu", scope: "write" };
    expect(await send("POST", "/api/auth/tokens", token, headers)).toMatchObject(forbidden);
    const customer = { name: "Lanchonete" };
    const created = await send("POST", "/api/customers", customer, headers);
    expect(created.status).toBe(201);
    const logs = await send("GET", "/api/audit-logs?table_name=customers", undefined, owner);
    expect((await logs.json()).items[0]).toMatchObject({
      user_email: "Ana Lima (ana@loja.example)",
    });
  });

  it("does not change terms and limits of customers, and consulta changes nothing", async () => {
    const owner = await asOwner();
    const { headers } = await enter(owner);
    const terms = await send("POST", "/api/customers", { name: "Bar", terms: 28 }, headers);
    expect(await terms.json()).toMatchObject({ status: 403, type: "urn:pomar:role" });
    const row = await (await send("POST", "/api/customers", { name: "Bar" }, headers)).json();
    const limit = { credit_limit: 9000, version: row.version };
    expect((await send("PATCH", `/api/customers/${row.id}`, limit, headers)).status).toBe(403);
    const note = { note: "Fecha às segundas", version: row.version };
    expect((await send("PATCH", `/api/customers/${row.id}`, note, headers)).status).toBe(200);
    const consulta = { Cookie: await memberCookie(database, "consulta") };
    const read = await send("GET", `/api/customers/${row.id}`, undefined, consulta);
    expect(read.status).toBe(200);
    const write = await send("PATCH", `/api/customers/${row.id}`, note, consulta);
    expect(await write.json()).toMatchObject({ detail: expect.stringContaining("só de consulta") });
  });

  it("edits and takes orders at the prices of the shop", async () => {
    const owner = await asOwner();
    const { headers } = await enter(owner);
    const line = lineFor(await addProduct(database, { price: 10, stock: 50 }), 2);
    const request = { customer, channel: "telefone" };
    const take = (items: object[], by: object) =>
      send(
        "POST",
        "/api/orders/taken",
        { ...request, items },
        {
          ...by,
          "Idempotency-Key": randomUUID(),
        },
      );
    expect((await take([{ ...line, price: 1 }], owner)).status).toBe(201);
    expect(await (await take([{ ...line, price: 1 }], headers)).json()).toMatchObject({
      status: 409,
      type: "urn:pomar:lines-changed",
    });
    const placed = await (await take([line], headers)).json();
    const edit = (change: object, version: number, by: object) =>
      send("PATCH", `/api/orders/${placed.id}`, { ...change, version }, { ...by });
    for (const change of [
      { discount: 5 },
      { delivery_fee: 1 },
      { itens: [{ ...line, price: 9 }] },
    ]) {
      const rejected = await edit(change, 1, headers);
      expect(await rejected.json()).toMatchObject({
        status: 400,
        errors: [{ message: "Só quem administra a loja muda preços, taxa e desconto." }],
      });
    }
    const less = await edit({ itens: [{ ...line, quantity: 1 }], discount: 0 }, 1, headers);
    const { valor_total, version } = await less.json();
    expect(less.status).toBe(200);
    const discounted = await edit({ discount: 5 }, version, owner);
    expect((await discounted.json()).valor_total).toBe(valor_total - 5);
  });

  it("has an address that the login does not tell from an unknown one", async () => {
    const owner = await asOwner();
    const refusal = async (login: object) => {
      const response = await send("POST", "/api/auth/login", login);
      const { status, type, title } = await response.json();
      return { status, type, title };
    };
    const unknown = { email: "ninguem@loja.example", password: chosen };
    const denied = "Acesso negado. Este email não tem permissões de administrador.";
    expect(await refusal(unknown)).toMatchObject({ status: 403, title: denied });
    await invite(owner, { ...person, email: "bia@loja.example" });
    await enter(owner);
    const answers = [
      await refusal(unknown),
      await refusal({ ...unknown, code: "123456" }),
      await refusal({ email: person.email, password: "errada-de-todo" }),
      await refusal({ email: person.email, password: "errada-de-todo", code: "123456" }),
      await refusal({ email: "bia@loja.example", password: chosen }),
      await refusal({ email, password: "errada-de-todo" }),
    ];
    const wrong = {
      status: 401,
      type: "urn:pomar:wrong-password",
      title: "E-mail ou senha incorretos.",
    };
    for (const answer of answers) expect(answer).toEqual(wrong);
  });

  it("is out at once when deactivated, and not back by being active again", async () => {
    const owner = await asOwner();
    const { id, headers } = await enter(owner);
    const member = (await (await send("GET", "/api/members", undefined, owner)).json()).items[0];
    const change = async (active: boolean, version: number) =>
      (await send("PATCH", `/api/members/${id}`, { active, version }, owner)).json();
    const off = await change(false, member.version);
    expect(off.active).toBe(false);
    expect((await send("GET", "/api/orders", undefined, headers)).status).toBe(401);
    const login = { email: person.email, password: chosen };
    expect((await send("POST", "/api/auth/login", login)).status).toBe(403);
    expect(await change(true, member.version)).toMatchObject({ status: 409 });
    await change(true, off.version);
    expect((await send("GET", "/api/orders", undefined, headers)).status).toBe(401);
    await signIn(send, login);
  });

  it("has to choose another password after a new link", async () => {
    const owner = await asOwner();
    const { id, headers } = await enter(owner);
    const path = `/api/members/${id}/invitation`;
    const renewed = await (await send("POST", path, undefined, owner)).json();
    expect((await send("GET", "/api/orders", undefined, headers)).status).toBe(401);
    const login = { email: person.email, password: chosen };
    expect((await send("POST", "/api/auth/login", login)).status).toBe(403);
    expect((await accept(tokenOf(renewed))).status).toBe(200);
    await signIn(send, login);
  });

  it("leaves neither name nor sessions when deleted", async () => {
    const owner = await asOwner();
    const { id, headers } = await enter(owner);
    expect((await send("DELETE", `/api/members/${id}`, undefined, owner)).status).toBe(204);
    expect((await send("GET", "/api/orders", undefined, headers)).status).toBe(401);
    expect(await database.select().from(members)).toEqual([]);
    expect(await database.select().from(memberCredentials)).toEqual([]);
  });

  it("does not make their browser known for the administrator's account", async () => {
    const owner = await asOwner();
    const { secret } = await (
      await send("POST", "/api/auth/second-factor", { password }, owner)
    ).json();
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await send("POST", "/api/auth/second-factor/confirm", { code: totp.generate() }, owner);
    const { headers } = await enter(owner);
    const wrong = { email, password, code: "abcd-efgh" };
    for (let count = 0; count < 5; count += 1) {
      await send("POST", "/api/auth/login", wrong, headers);
    }
    const right = { email, password, code: totp.generate({ timestamp: Date.now() + 30_000 }) };
    expect((await send("POST", "/api/auth/login", right, headers)).status).toBe(429);
    // The member's own codes are counted apart.
    const login = { email: person.email, password: chosen };
    expect((await send("POST", "/api/auth/login", login)).status).toBe(200);
    expect((await send("POST", "/api/auth/login", right)).status).toBe(429);
  });
});
