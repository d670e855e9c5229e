import { createHmac, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import type { Administrator } from "#app/api/framework/guard.ts";
import { readCookie } from "#app/domain/people/rules.ts";

const cookieName = "pomar_saved";
/** Every process has received the change notification by then. */
const maxAgeSeconds = 3;
/** Limits database reads when many requests have an invalid cookie. */
const keyReloadIntervalMs = 1000;

export type JustSavedCookie = {
  /** Sets the cookie on the response to each successful write of a signed-in administrator. */
  middleware: MiddlewareHandler;
  /** Returns whether the browser has just saved something, so that it gets no cached response. */
  isPresent(cookies: string | null | undefined): boolean;
};

/**
 * A short-lived cookie for the browser in which the administrator has just saved: a process may not have received the
 * change notification yet. It is signed, because it bypasses every cache. `readKey` returns a secret that all processes
 * share; it changes with the administrator's password.
 */
export function createJustSavedCookie(readKey: () => Promise<string>): JustSavedCookie {
  let key: string | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;

  async function loadKey(): Promise<string> {
    loadedAt = performance.now();
    key = await readKey();
    return key;
  }

  function reloadKey(): void {
    if (performance.now() - loadedAt > keyReloadIntervalMs) loadKey().catch(() => undefined);
  }

  return {
    async middleware(c, next) {
      await next();
      const administrator = c.get("administrator") as Administrator | undefined;
      const isRead = c.req.method === "GET" || c.req.method === "HEAD";
      if (isRead || !c.res.ok || administrator?.via !== "session") return;
      const expiresAt = String(Date.now() + maxAgeSeconds * 1000);
      setCookie(c, cookieName, `${expiresAt}.${sign(expiresAt, await loadKey())}`, {
        path: "/",
        maxAge: maxAgeSeconds,
        httpOnly: true,
        sameSite: "Strict",
      });
    },
    isPresent(cookies) {
      if (!cookies?.includes(cookieName)) return false;
      const [expiresAt = "", signature = ""] = readCookie(cookies, cookieName)?.split(".") ?? [];
      if (!(Number(expiresAt) > Date.now())) return false;
      if (key && isEqual(signature, sign(expiresAt, key))) return true;
      reloadKey();
      return false;
    },
  };
}

function sign(expiresAt: string, key: string): string {
  return createHmac("sha256", key).update(`${cookieName}.${expiresAt}`).digest("base64url");
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
