import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { readCookie } from "#app/domain/auth/rules.ts";
import type { Administrator } from "./guard.ts";

const cookieName = "pomar_saved";
/** By then every process has received the notification of the change. */
const maxAgeSeconds = 3;

/**
 * Marks the browser in which the administrator has just saved. A process may not have received the change notification yet,
 * so that a browser with the mark is answered without caches.
 */
export const setJustSavedCookie = createMiddleware<{
  Variables: { administrator?: Administrator };
}>(async (c, next) => {
  await next();
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isRead || !c.res.ok || c.get("administrator")?.via !== "session") return;
  const options = { path: "/", maxAge: maxAgeSeconds, httpOnly: true, sameSite: "Strict" } as const;
  setCookie(c, cookieName, "1", options);
});

export function hasJustSaved(cookies: string | null | undefined): boolean {
  return cookies?.includes(cookieName) === true && readCookie(cookies, cookieName) !== undefined;
}
