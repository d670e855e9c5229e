import { beforeEach } from "vitest";
import { ensureAdministrator } from "#app/domain/auth/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/auth/secrets.server.ts";
import type { Database } from "#app/platform/database/database.ts";

export const email = "admin@pomar.example";
export const password = "uva-roxa-de-jundiai";

/** Adds the administrator to the test database before each test. */
export function prepareAdministrator(database: Database): void {
  beforeEach(async () => {
    const given = { email, password, generated: false };
    await ensureAdministrator(database, createPasswordHasher(), new Date(), given);
  });
}

export type SendRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>;

/** Sends requests to the API at `url` with these headers on each. */
export function createSender(url: string, always: Record<string, string> = {}): SendRequest {
  return (method, path, body, headers = {}) =>
    fetch(url + path, {
      method,
      headers: { "Content-Type": "application/json", ...always, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

/** Signs in and returns the cookies as the browser would send them back. */
export async function signIn(
  send: SendRequest,
  login: object = { email, password },
): Promise<string> {
  const response = await send("POST", "/api/auth/login", login);
  if (response.status !== 200) throw new Error(`no sign-in: ${await response.text()}`);
  return cookiesOf(response);
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
