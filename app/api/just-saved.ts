import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { readCookie } from "#app/domain/auth/rules.ts";
import type { Administrator } from "./guard.ts";

const name = "pomar_saved";

/** Seconds in which every process has heard of a change many times over. */
const longest = 3;

/**
 * Marks the browser in which the administrator has just saved something. Another process may not have heard of it yet,
 * and this one perhaps neither: whoever bears the mark is shown nothing out of memory.
 */
export const markSaving = createMiddleware<{ Variables: { administrator?: Administrator } }>(
  async (c, next) => {
    await next();
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (isRead || !c.res.ok || c.get("administrator")?.via !== "session") return;
    setCookie(c, name, "1", { path: "/", maxAge: longest, httpOnly: true, sameSite: "Strict" });
  },
);

export function hasJustSaved(cookies: string | null | undefined): boolean {
  return cookies?.includes(name) === true && readCookie(cookies, name) !== undefined;
}
