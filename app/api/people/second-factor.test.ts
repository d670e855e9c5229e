import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import {
  createSender,
  email,
  password,
  signIn,
  startAdministratorApi,
} from "#tests/integration/administrator.ts";

const { url, send } = await startAdministratorApi();

it("is enabled with password and code, required at the next sign-in, and disabled", async () => {
  const asAdministrator = createSender(url, { Cookie: await signIn(send) });
  const path = "/api/auth/second-factor";
  expect((await asAdministrator("POST", path, { password: "errada" })).status).toBe(400);

  const offer = await asAdministrator("POST", path, { password });
  const { secret } = (await offer.json()) as { secret: string };
  const wrong = await asAdministrator("POST", `${path}/confirm`, { code: "000000" });
  expect(await wrong.json()).toMatchObject({ status: 400, errors: [{ field: "code" }] });
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const confirmed = await asAdministrator("POST", `${path}/confirm`, { code: spaced });
  expect(confirmed.status).toBe(200);
  const { recovery_codes } = (await confirmed.json()) as { recovery_codes: string[] };

  const login = { email, password };
  const withoutCode = await send("POST", "/api/auth/login", login);
  expect(withoutCode.status).toBe(401);
  expect(await withoutCode.json()).toMatchObject({ type: "urn:pomar:code-required" });
  const again = await send("POST", "/api/auth/login", { ...login, code });
  expect(await again.json()).toMatchObject({ type: "urn:pomar:wrong-code" });
  await signIn(send, { ...login, code: recovery_codes[0]?.toUpperCase() });

  expect((await asAdministrator("POST", `${path}/off`, { password })).status).toBe(204);
  await signIn(send);
  const renew = await asAdministrator("POST", `${path}/recovery-codes`, { password });
  expect(renew.status).toBe(409);
});

it("rejects changes without a session", async () => {
  for (const step of ["", "/confirm", "/recovery-codes", "/off"]) {
    const response = await send("POST", `/api/auth/second-factor${step}`, { password });
    expect(response.status).toBe(401);
  }
});
