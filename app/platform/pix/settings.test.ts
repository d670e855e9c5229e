import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "#app/platform/env.ts";
import { certificatesIn } from "#tests/support/certificates.ts";
import { readPixBankSettings } from "./settings.ts";

const folder = await mkdtemp(path.join(tmpdir(), "pomar-pem-"));
const at = (name: string) => path.join(folder, name);
const bank = {
  PIX_URL: "https://pix.banco.example/api/v2/",
  PIX_CLIENT_ID: "loja",
  PIX_CLIENT_SECRET: "segredo",
  PIX_CERTIFICATE: at("loja.crt"),
  PIX_CERTIFICATE_KEY: at("loja.key"),
};

beforeAll(async () => {
  const { makeAuthority } = certificatesIn(folder);
  await Promise.all([makeAuthority("loja"), makeAuthority("outra")]);
  await writeFile(at("texto"), "nenhum certificado");
});
afterAll(() => rm(folder, { recursive: true }));

function read(variables: Record<string, string>) {
  const environment = readEnvironment(variables);
  if (!environment.ok) throw new Error(environment.problem);
  return readPixBankSettings(environment.env);
}

test("a bank has PEM files or their text, and the usual address of tokens", async () => {
  const certificate = await readFile(at("loja.crt"), "utf8");
  const key = await readFile(at("loja.key"), "utf8");
  const settings = {
    url: "https://pix.banco.example/api/v2",
    certificate,
    key,
    tokenUrl: "https://pix.banco.example/api/v2/oauth/token",
  };
  expect(read(bank)).toMatchObject({ ok: true, settings });
  const texts = { PIX_CERTIFICATE: certificate, PIX_CERTIFICATE_KEY: key, PIX_CA: certificate };
  expect(read({ ...bank, ...texts })).toMatchObject({ ok: true, settings });
  expect(read({})).toEqual({ ok: true, settings: undefined });
});

test.each([
  ["PIX_CERTIFICATE", at("missing.crt")],
  ["PIX_CERTIFICATE", at("texto")],
  ["PIX_CERTIFICATE_KEY", at("outra.key")],
  ["PIX_CERTIFICATE_KEY", "-----BEGIN PRIVATE KEY-----\nsegredo"],
  ["PIX_CA", at("missing.crt")],
])("a wrong %s is named in one line, without its value", (name, value) => {
  const result = read({ ...bank, [name]: value });
  expect(result).toMatchObject({ ok: false });
  expect(result.ok ? "" : result.problem).toMatch(
    new RegExp(`^${name} must be [^\\n]+, or its file$`),
  );
});
