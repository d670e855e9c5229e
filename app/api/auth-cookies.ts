import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { readCookie, sessionCookie, sessionLongest } from "#app/domain/auth/rules.ts";
import type { ApiDependencies } from "./api.ts";

type OwnOrigin = ApiDependencies["ownOrigin"];

const deviceCookie = "pomar_device";
const devicePath = "/api/auth";
// Browsers keep a cookie for 400 days at most.
const deviceLongest = 400 * 86_400;

/** The session's secret that this request carries. */
export function sessionTokenOf(c: Context): string | undefined {
  return readCookie(c.req.header("Cookie"), sessionCookie);
}

/** What a browser that has signed in before says of itself. */
export function deviceMarkOf(c: Context): string | undefined {
  return readCookie(c.req.header("Cookie"), deviceCookie);
}

/** The cookie outlives any session: the server alone knows when one ends. */
export function giveSession(
  c: Context,
  ownOrigin: OwnOrigin,
  { token, deviceMark }: { token: string; deviceMark: string },
): void {
  setCookie(c, sessionCookie, token, cookie(c, ownOrigin, "/", sessionLongest / 1000));
  setCookie(c, deviceCookie, deviceMark, cookie(c, ownOrigin, devicePath, deviceLongest));
}

export function takeSession(c: Context, ownOrigin: OwnOrigin): void {
  const { maxAge: _, ...rest } = cookie(c, ownOrigin, "/", 0);
  deleteCookie(c, sessionCookie, rest);
}

function cookie(c: Context, ownOrigin: OwnOrigin, path: string, maxAge: number) {
  const secure = ownOrigin(c).startsWith("https:");
  return { path, maxAge, secure, httpOnly: true, sameSite: "Strict" } as const;
}
