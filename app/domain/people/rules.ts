import { parseUrl } from "#app/shared/parse-url.ts";
import { adminPath, isAdminPath, isLinkPath, loginPath } from "#app/shared/paths.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** A session expires after this time without a request… */
export const sessionIdleMs = day;
/** …and at the latest this long after signing in. */
export const maxSessionAgeMs = 30 * day;
/** The interval at which an open page checks its session's expiry, and the time before it when it requests an extension. */
export const sessionCheckIntervalMs = 30_000;
export const sessionRefreshBeforeMs = 90_000;

/** A link that invites a member is valid for this time. */
export const maxInvitationAgeMs = 7 * day;

export const minPasswordLength = 10;
export const maxPasswordLength = 1000;

export const loginTexts = {
  accessDenied: "Acesso negado. Este email não tem permissões de administrador.",
  wrongPassword: "E-mail ou senha incorretos.",
  failed: "Erro ao fazer login. Tente novamente.",
  codeRequired: "Digite o código do seu aplicativo autenticador.",
  wrongCode: "Código incorreto ou já usado. Tente o próximo.",
} as const;

/** Compares e-mail addresses; phone keyboards capitalize the first letter. */
export function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Expiry of a session that is used now; all in milliseconds since the epoch. */
export function sessionEnd(now: number, createdAt: number): number {
  return Math.min(now + sessionIdleMs, createdAt + maxSessionAgeMs);
}

/**
 * Target after signing in: `next` when it is a page of the back office, else the dashboard. Rejects anything that a
 * browser could resolve to another site ("//elsewhere", "/\elsewhere", control characters).
 */
export function returnPath(next: string | null | undefined): string {
  if (!next || /[\\\p{Cc}]/u.test(next)) return adminPath;
  const base = "https://shop.invalid";
  const url = parseUrl(next, base);
  if (!url) return adminPath;
  const isOurs = url.origin === base && isAdminPath(url.pathname);
  return isOurs && url.pathname !== loginPath && !isLinkPath(url.pathname)
    ? url.pathname + url.search + url.hash
    : adminPath;
}

/** Path of the login page that returns to `from` (path and query) after signing in. */
export function loginPathFor(from: string): string {
  const back = returnPath(from);
  return back === adminPath ? loginPath : `${loginPath}?${new URLSearchParams({ next: back })}`;
}

const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const systems: [name: string, sign: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** "Chrome no Android", from a User-Agent header. */
export function describeDevice(userAgent: string | null | undefined): string {
  const named = (list: [string, RegExp][]) =>
    list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = named(browsers) ?? "Navegador desconhecido";
  const system = named(systems);
  return system ? `${browser} no ${system}` : browser;
}

export const sessionCookie = "pomar_session";

/** Value of one cookie in a `Cookie` header or `document.cookie`. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
