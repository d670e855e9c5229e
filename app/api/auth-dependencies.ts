import type { Context } from "hono";
import type { Origin } from "#app/domain/auth/sessions.server.ts";
import type { ApiDependencies } from "./api.ts";
import type { Attempts } from "./auth-attempts.ts";
import { problem } from "./problem.ts";

/** What the routes of signing in share beside the API's own dependencies. */
export type AuthDependencies = ApiDependencies & { attempts: Attempts };

export const authTags = ["Acesso"];
export const largestForm = 16 * 1024;

/** Where a request comes from, for the list of open sessions. */
export function originOf({ clientAddress }: ApiDependencies, c: Context): Origin {
  return { userAgent: c.req.header("User-Agent"), address: clientAddress(c) };
}

/** A wrong password inside a session: the form's fault, not the session's. */
export function wrongPassword(field: string) {
  return problem(400, {
    kind: "wrong-password",
    title: "Senha incorreta",
    errors: [{ field, message: "Senha incorreta." }],
  });
}

export function wrongCode(message: string) {
  return problem(400, {
    kind: "wrong-code",
    title: "Código incorreto",
    errors: [{ field: "code", message }],
  });
}
