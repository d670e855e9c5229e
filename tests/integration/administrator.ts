import { beforeEach } from "vitest";
import { ensureAdministrator } from "#app/domain/auth/ensure-administrator.server.ts";
import { createPasswordHasher } from "#app/domain/auth/password.server.ts";
import type { Database } from "#app/platform/database/database.ts";

export const email = "admin@pomar.example";
export const password = "uva-roxa-de-jundiai";

/** An administrator in a test's database before each test. Call it at the top of the file. */
export function prepareAdministrator(database: Database): void {
  beforeEach(async () => {
    const given = { email, password, generated: false };
    await ensureAdministrator(database, createPasswordHasher(), new Date(), given);
  });
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>;

/** Asks the API at `url` with these headers on every request. */
export function asker(url: string, always: Record<string, string> = {}): Ask {
  return (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      headers: { "Content-Type": "application/json", ...always, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

/** Signs in; the cookies as the browser would send them back. */
export async function signIn(ask: Ask, login: object = { email, password }): Promise<string> {
  const response = await ask("POST", "/api/auth/login", login);
  if (response.status !== 200) throw new Error(`no sign-in: ${await response.text()}`);
  return cookiesOf(response);
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
