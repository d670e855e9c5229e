import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readEnvironment } from "#app/platform/env.ts";
import { readSettings, startPixBank, type TestBank } from "#tests/support/pix-bank.ts";
import { bankRules } from "#tests/support/pix-bank-rules.ts";
import { createPixBank } from "./bank.ts";
import { type BankProfile, bankNames, bankProfiles } from "./banks.ts";
import { hasPixBank, type PixBankSettings } from "./settings.ts";

const log = { warn: () => undefined };
const key = "contato@pomar.com.br";
const txid = "a".repeat(32);
const terms = { amount: "12.30", seconds: 3600 };
const callback = "https://loja.example/api/pix";

test("the table has the eight banks, at the addresses of their sources", () => {
  expect(bankNames).toEqual(Object.keys(bankRules));
  for (const name of bankNames) {
    const { url, tokenUrl }: BankProfile = bankProfiles[name];
    const rules = bankRules[name];
    expect(`${rules?.charges.PUT} ${rules?.callbacks}`).toContain(`${url}/`);
    expect(rules?.token.url.split("?")[0]).toBe(tokenUrl);
  }
});

describe.each(bankNames)("%s", (name) => {
  let server: TestBank;
  const open: ReturnType<typeof createPixBank>[] = [];

  beforeAll(async () => {
    server = await startPixBank(name);
  });
  afterEach(() => {
    for (const bank of open.splice(0)) bank.close();
    server.charges.clear();
  });
  afterAll(() => server.stop());

  function connect(changes: Partial<PixBankSettings> = {}) {
    const bank = createPixBank({ ...server.settings, ...changes }, log);
    open.push(bank);
    return bank;
  }

  test("makes, changes, shows and removes a charge, and takes the callback", async () => {
    const bank = connect();
    expect(await bank.renewToken()).toMatchObject({ ok: true });
    const created = await bank.createCharge(txid, { ...terms, key, text: "Pedido nº 1001" });
    expect(created).toMatchObject({ ok: true, value: { isActive: true, amount: "12.30" } });
    const changed = await bank.changeCharge(txid, { ...terms, amount: "45.60" });
    expect(changed).toMatchObject({ ok: true, value: { amount: "45.60" } });
    expect(await bank.readCharge(txid)).toEqual(changed);
    expect(await bank.removeCharge(txid)).toMatchObject({ ok: true, value: { isActive: false } });
    expect(await bank.readCallback(key)).toMatchObject({ ok: false, reason: "missing" });
    expect(await bank.registerCallback(key, callback)).toMatchObject({ ok: true });
    expect(await bank.readCallback(key)).toEqual({ ok: true, value: callback });
  });

  const profile: BankProfile = bankProfiles[name];
  const wrong: [what: string, changes: Partial<PixBankSettings>][] = [
    ["another id", { clientId: "outra" }],
    ...(profile.hasSecret
      ? ([["another secret", { clientSecret: "outro" }]] as [string, Partial<PixBankSettings>][])
      : []),
    [
      "the id at another place",
      { profile: withToken({ login: profile.token.login === "body" ? "header" : "body" }) },
    ],
    [
      "the grant at another place",
      { profile: withToken({ grant: profile.token.grant === "body" ? "query" : "body" }) },
    ],
    [
      "another format",
      { profile: withToken({ format: profile.token.format === "form" ? "json" : "form" }) },
    ],
    ["scopes or none", { profile: withToken({ hasScopes: !profile.token.hasScopes }) }],
    ...without("headers"),
    ...without("query"),
    ...without("versions"),
    ...(profile.token.headers
      ? ([["no headers of the token", { profile: withToken({ headers: {} }) }]] as [
          string,
          object,
        ][])
      : []),
  ];

  function withToken(changes: Partial<BankProfile["token"]>): PixBankSettings["profile"] {
    return { ...profile, token: { ...profile.token, ...changes } };
  }

  function without(part: "headers" | "query" | "versions"): [string, Partial<PixBankSettings>][] {
    if (!profile[part]) return [];
    const { [part]: _, ...rest } = profile;
    return [[`no ${part}`, { profile: rest }]];
  }

  test.each(wrong)("rejects a request with %s", async (_what, changes) => {
    const answer = await connect(changes).createCharge(txid, { ...terms, key, text: "Pedido" });
    expect(answer).toMatchObject({ ok: false, status: expect.any(Number) });
  });

  test("rejects a callback without the headers that it asks for", async () => {
    const { callbackHeaders, ...rest } = profile;
    const answer = await connect({ profile: rest }).registerCallback(key, callback);
    expect(answer).toMatchObject(callbackHeaders ? { ok: false, status: 400 } : { ok: true });
  });

  test("needs what it asks for, and nothing else", () => {
    const { PIX_URL: _, PIX_TOKEN_URL: __, PIX_CA: ___, ...needed } = server.env;
    const { url, tokenUrl } = readSettings(needed);
    const environment = readEnvironment(needed);
    expect(environment.ok && hasPixBank(environment.env)).toBe(true);
    expect({ url, tokenUrl }).toEqual({ url: profile.url, tokenUrl: profile.tokenUrl });
    for (const missing of Object.keys(needed).filter((variable) => variable !== "PIX_BANK")) {
      const { [missing]: _, ...rest } = needed;
      const problem = `${missing} must be set as well when PIX_BANK is`;
      expect(readEnvironment(rest)).toEqual({ ok: false, problem });
    }
  });
});

test("another name is rejected with the names of the eight", () => {
  const problem = `PIX_BANK must be one of ${bankNames.join(", ")}`;
  expect(readEnvironment({ PIX_BANK: "nubank" })).toEqual({ ok: false, problem });
});
