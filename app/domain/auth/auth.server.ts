import type { Database } from "#app/platform/database/database.ts";
import { acceptApiToken, createApiToken, revokeApiToken } from "./api-tokens.server.ts";
import { changePassword, provePassword, signIn } from "./commands.server.ts";
import { createPasswordHasher } from "./password.server.ts";
import {
  findStillValid,
  listApiTokens,
  listOpenSessions,
  readAccount,
  readAdministrator,
} from "./queries.server.ts";
import type { Login, PasswordChange, TokenRequest } from "./schema.ts";
import {
  confirmSecondFactor,
  offerSecondFactor,
  renewRecoveryCodes,
  switchSecondFactorOff,
} from "./second-factor.server.ts";
import { readDeviceMark } from "./secrets.server.ts";
import {
  endSession,
  type Origin,
  refreshSession,
  resumeSession,
  revokeSession,
  revokeSessions,
} from "./sessions.server.ts";

/** The use cases of signing in, bound to a database, a clock and a way to hash passwords. */
export function createAuth(database: Database, now: () => Date, hasher = createPasswordHasher()) {
  return {
    signIn: (login: Login, from: Origin) => signIn(database, hasher, now(), login, from),
    resumeSession: (token: string) => resumeSession(database, now(), token),
    refreshSession: (token: string) => refreshSession(database, now(), token),
    findStillValid: (ids: string[]) => findStillValid(database, now(), ids),
    endSession: (token: string) => endSession(database, now(), token),
    /** The name of a browser that has signed in before; undefined for any other. */
    knownDevice: async (mark: string | undefined) =>
      mark && readDeviceMark(mark, (await readAdministrator(database)).device_key),

    readAccount: (sessionId: string) => readAccount(database, now(), sessionId),
    provePassword: (password: string) => provePassword(database, hasher, password),
    changePassword: (change: PasswordChange, from: Origin) =>
      changePassword(database, hasher, now(), change, from),

    listOpenSessions: (currentId: string) => listOpenSessions(database, now(), currentId),
    revokeSession: (id: string) => revokeSession(database, now(), id),
    revokeOtherSessions: (keptId: string) => revokeSessions(database, now(), keptId),

    offerSecondFactor: () => offerSecondFactor(database),
    confirmSecondFactor: (code: string) => confirmSecondFactor(database, now(), code),
    switchSecondFactorOff: () => switchSecondFactorOff(database),
    renewRecoveryCodes: () => renewRecoveryCodes(database),

    listApiTokens: () => listApiTokens(database),
    createApiToken: (email: string, request: TokenRequest) =>
      createApiToken(database, now(), email, request),
    acceptApiToken: (token: string) => acceptApiToken(database, now(), token),
    revokeApiToken: (id: string) => revokeApiToken(database, now(), id),
  };
}
