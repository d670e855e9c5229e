import { beforeEach } from "vitest";
import { ensureAdministrator } from "#app/domain/people/administrator.server.ts";
import { createPasswordHasher } from "#app/domain/people/secrets.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { startApi } from "#tests/integration/api-shop.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

export const email = "admin@pomar.example";
export const password = "uva-roxa-de-jundiai";

/** The lowest cost of argon2id. */
export const testHasher = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });

/** Adds the administrator to the test database before each test. */
export function prepareAdministrator(database: Database): void {
  beforeEach(async () => {
    const given = { email, password, generated: false };
    await ensureAdministrator(database, testHasher, new Date(), given);
  });
}

/** Starts the API on a test database that has the administrator. */
export async function startAdministratorApi(
  dependencies: Omit<Parameters<typeof startApi>[0], "database"> = {},
) {
  const opened = await openTestDatabase();
  prepareAdministrator(opened.database);
  const url = await startApi({ ...dependencies, database: opened.database });
  return { opened, url, send: createSender(url) };
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
