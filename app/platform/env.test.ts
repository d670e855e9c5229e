import { describe, expect, test } from "vitest";
import { findUnknownSettings, readEnvironment } from "./env.ts";

describe("the environment", () => {
  test("is empty: the defaults apply", () => {
    expect(readEnvironment({ PATH: "/bin", PUBLIC_URL: "" })).toMatchObject({
      ok: true,
      env: {
        PORT: 3000,
        HOST: "0.0.0.0",
        DATA_DIR: expect.stringMatching(/^(\/|[A-Z]:).*data$/),
        ADMIN_EMAIL: "admin@pomar.example",
        SEED: "demo",
        ORDER_LIMIT: 20,
        LOG_LEVEL: "info",
      },
    });
  });

  test.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "loja.example"],
    ["PUBLIC_URL", "https://loja.example/entrada"],
    ["ADMIN_EMAIL", "ana"],
    ["ADMIN_PASSWORD", "curta"],
    ["ADMIN_PASSWORD", "Senha12345"],
    ["ADMIN_PASSWORD", "password123"],
    ["ADMIN_PASSWORD", "ssssssssssss"],
    ["METRICS_TOKEN", "segredo-de-15ch"],
    ["METRICS_TOKEN", "# openssl rand -hex 24"],
    ["DATABASE_URL", "mysql://root:segredo@localhost/pomar"],
    ["DATABASE_URL", "postgres://ana:segredo@one:5432,two:port/loja"],
    ["DATABASE_URL", "postgres://ana:segredo@one,two/loja?target_session_attrs=standby"],
    ["POSTAL_CODE_URL", "viacep.com.br"],
    ["SMTP_URL", "http://user:segredo@mail.example"],
    ["MAIL_FROM", "Loja <pedidos>"],
    ["MAIL_FROM", "a@b.example>\nBcc: <c@d.example"],
    ["S3_ENDPOINT", "s3.example"],
    ["S3_PUBLIC_URL", "fotos.example"],
    ["PIX_URL", "http://pix.banco.example"],
    ["PIX_TOKEN_URL", "banco.example/oauth"],
    ["SEED", "test"],
    ["ORDER_LIMIT", "-1"],
    ["TRUST_PROXY", "10.0.0.0/8, proxy"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "127.0.0.1,::/0"],
    ["TRUST_PROXY", "0.0.0.0/1,128.0.0.0/1"],
    ["LOG_LEVEL", "loud"],
  ])("has an invalid %s: one line names it without the value", (name, value) => {
    const result = readEnvironment({ [name]: value });
    expect(result).toMatchObject({ ok: false });
    const line = result.ok ? "" : result.problem;
    expect(line).toMatch(new RegExp(`^${name} must [^\\n]+$`));
    expect(line).not.toContain("segredo");
  });

  test("has a good password and a good token", () => {
    const good = { ADMIN_PASSWORD: "cajá maduro em março", METRICS_TOKEN: "0123456789abcdef" };
    expect(readEnvironment(good)).toMatchObject({ ok: true, env: good });
  });

  test("names a database of several hosts", () => {
    const url = "postgres://ana@one:5432,two:5433/loja?target_session_attrs=read-write";
    expect(readEnvironment({ DATABASE_URL: url })).toMatchObject({
      ok: true,
      env: { DATABASE_URL: url },
    });
  });

  test("has a direct database address without a database", () => {
    const result = readEnvironment({ DATABASE_DIRECT_URL: "postgres://ana:segredo@db/loja" });
    expect(result).toEqual({
      ok: false,
      problem: "DATABASE_DIRECT_URL needs DATABASE_URL beside it",
    });
  });

  test("has an incomplete storage: one line names the missing variable", () => {
    const endpoint = { S3_ENDPOINT: "https://s3.example" };
    const key = { S3_ACCESS_KEY_ID: "loja", S3_SECRET_ACCESS_KEY: "segredo" };
    for (const [given, problem] of [
      [endpoint, "S3_BUCKET must be set as well when S3_ENDPOINT is"],
      [key, "S3_ENDPOINT must be set as well when S3_ACCESS_KEY_ID is"],
      [{ S3_REGION: "sa-east-1" }, "S3_ENDPOINT must be set as well when S3_REGION is"],
      [
        { ...endpoint, S3_BUCKET: "loja", S3_ACCESS_KEY_ID: "loja" },
        "S3_SECRET_ACCESS_KEY must be set as well when S3_ENDPOINT is",
      ],
    ] as const) {
      expect(readEnvironment(given)).toEqual({ ok: false, problem });
    }
    expect(readEnvironment({ ...endpoint, ...key, S3_BUCKET: "loja" })).toMatchObject({ ok: true });
  });

  test("has an incomplete bank: one line names the missing variable", () => {
    const bank = {
      PIX_URL: "https://pix.banco.example/api/v2",
      PIX_CLIENT_ID: "loja",
      PIX_CLIENT_SECRET: "segredo",
      PIX_CERTIFICATE: "/etc/pomar/loja.crt",
      PIX_CERTIFICATE_KEY: "/etc/pomar/loja.key",
    };
    expect(readEnvironment(bank)).toMatchObject({ ok: true });
    for (const name of Object.keys(bank)) {
      const given = name === "PIX_URL" ? "PIX_CLIENT_ID" : "PIX_URL";
      const problem = `${name} must be set as well when ${given} is`;
      expect(readEnvironment({ ...bank, [name]: undefined })).toEqual({ ok: false, problem });
    }
    expect(readEnvironment({ PIX_SCOPES: "cob.read" })).toMatchObject({ ok: false });
  });

  test("has an origin: the trailing slash is removed", () => {
    expect(readEnvironment({ PUBLIC_URL: "https://loja.example/" })).toMatchObject({
      env: { PUBLIC_URL: "https://loja.example" },
    });
  });

  test.each([
    ["ORDR_LIMIT", "ORDER_LIMIT"],
    ["ORDER_LIMITS", "ORDER_LIMIT"],
    ["DATABASE_ULR", "DATABASE_URL"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["S3_KEY", undefined],
    ["SMTP_PASSWORD", undefined],
  ])("warns of %s, which is not a setting", (name, meant) => {
    expect(findUnknownSettings({ [name]: "1" })).toEqual([{ name, meant }]);
  });

  test("does not warn of the settings and of what is not ours", () => {
    const others = ["PATH", "HOME", "SEED", "POST", "HOSTNAME", "NODE_ENV", "LISTEN_FDS", "TZ"];
    const names = [...others, "ORDER_LIMIT", "S3_BUCKET"];
    expect(findUnknownSettings(Object.fromEntries(names.map((name) => [name, "1"])))).toEqual([]);
  });

  test("lists trusted proxies, including networks of both IP versions", () => {
    const result = readEnvironment({ TRUST_PROXY: "10.0.0.0/8, ::1" });
    const trusted = result.ok ? result.env.TRUST_PROXY : undefined;
    expect(trusted?.check("10.1.2.3")).toBe(true);
    expect(trusted?.check("::1", "ipv6")).toBe(true);
    expect(trusted?.check("11.1.2.3")).toBe(false);
  });
});
