import { Secret, TOTP } from "otpauth";
import { expect, it, vi } from "vitest";
import { createMemoryRateLimiter } from "#app/domain/kernel/rate-limits.server.ts";
import {
  cookiesOf,
  createSender,
  email,
  password,
  signIn,
  startAdministratorApi,
} from "#tests/integration/administrator.ts";
import { createWrongCodeLimit } from "./wrong-code-limit.ts";

const letters: string[] = [];
const sent: { text: string; to: string | undefined }[] = [];
const { url } = await startAdministratorApi({
  mailAccount: ({ subject, text }, to) => {
    letters.push(subject);
    sent.push({ text, to });
  },
});

it("accepts five wrong codes in total from eighty addresses, and mails the owner once", async () => {
  const send = createSender(url);
  const cookie = await signIn(send);
  const asAdministrator = createSender(url, { Cookie: cookie });
  const offer = await asAdministrator("POST", "/api/auth/second-factor", { password });
  const { secret } = (await offer.json()) as { secret: string };
  const generate = (timestamp: number) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  const path = "/api/auth/second-factor/confirm";
  const confirmed = await asAdministrator("POST", path, { code: generate(Date.now()) });
  expect(confirmed.status).toBe(200);

  const types: string[] = [];
  for (let count = 0; count < 80; count += 1) {
    const from = { "x-test-address": `203.0.113.${count}` };
    const login = { email, password, code: "000000" };
    const response = await send("POST", "/api/auth/login", login, from);
    types.push((await response.json()).type);
  }
  expect(types.slice(0, 5)).toEqual(Array(5).fill("urn:pomar:wrong-code"));
  expect(types.slice(5)).toEqual(Array(75).fill("urn:pomar:too-many-attempts"));
  expect(letters).toEqual(["Cinco códigos errados ao entrar na administração"]);

  const login = { email, password, code: generate(Date.now() + 30_000) };
  const unknown = await send("POST", "/api/auth/login", login, { "x-test-address": "192.0.2.1" });
  expect(unknown.status).toBe(429);
  expect(Number(unknown.headers.get("Retry-After"))).toBeGreaterThan(30);
  const known = await send("POST", "/api/auth/login", login, { Cookie: cookie });
  expect(known.status).toBe(200);
  const off = { password, code: generate(Date.now() + 60_000) };
  await asAdministrator("DELETE", "/api/auth/second-factor", off);
});

it("mails the owner and the member about wrong codes of a member's account, and names it", async () => {
  sent.length = 0;
  const asOwner = createSender(url, { Cookie: await signIn(createSender(url)) });
  const ana = { name: "Ana Lima", email: "ana@loja.example", role: "equipe" };
  const { link } = await (await asOwner("POST", "/api/members", ana)).json();
  const chosen = { password: "goiaba-branca-madura" };
  const accepted = await asOwner("POST", `/api/invitations/${link.split("/").at(-1)}`, chosen);
  const asMember = createSender(url, { Cookie: cookiesOf(accepted) });
  const { secret } = await (await asMember("POST", "/api/auth/second-factor", chosen)).json();
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  const on = await asMember("POST", "/api/auth/second-factor/confirm", { code });
  expect(on.status).toBe(200);
  for (let count = 0; count < 6; count += 1) {
    const login = { email: ana.email, ...chosen, code: "000000" };
    const from = { "x-test-address": `203.0.113.${100 + count}` };
    await createSender(url)("POST", "/api/auth/login", login, from);
  }
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ to }) => to)).toEqual([undefined, ana.email]);
  for (const { text } of sent) {
    expect(text).toContain("a senha certa de Ana Lima (ana@loja.example) e cinco códigos errados");
    expect(text).toContain("Se não foi Ana Lima, é preciso trocar a senha em Conta");
  }
});

it("doubles the delay after each further wrong code, up to an hour", async () => {
  const limit = createWrongCodeLimit(createMemoryRateLimiter, () => undefined);
  const sendWrongCode = () =>
    limit.run("administrator", true, async () => ({ ok: false, reason: "wrong-code" as const }));
  const delays: number[] = [];
  for (let count = 1; count <= 13; count += 1) {
    await sendWrongCode();
    delays.push(await readDelay(limit));
  }
  expect(delays).toEqual([0, 0, 0, 0, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  await limit.run("administrator", true, async () => ({ ok: true }));
  expect(await readDelay(limit)).toBe(0);
});

it("does not count a wrong password as a wrong code", async () => {
  const limit = createWrongCodeLimit(createMemoryRateLimiter, () => undefined);
  for (let count = 0; count < 20; count += 1) {
    await limit.run("administrator", false, async () => ({
      ok: false,
      reason: "wrong-password" as const,
    }));
  }
  expect(await readDelay(limit)).toBe(0);
});

/** Seconds until an unknown browser may send a code again. */
async function readDelay(limit: ReturnType<typeof createWrongCodeLimit>): Promise<number> {
  try {
    await limit.run("administrator", false, async () => ({
      ok: false,
      reason: "code-required" as const,
    }));
    return 0;
  } catch (error) {
    const { res } = error as { res: Response };
    return Number(res.headers.get("Retry-After"));
  }
}
