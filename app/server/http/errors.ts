import { createHash } from "node:crypto";
import type { Context, ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { problem } from "#app/api/framework/problem.ts";
import { fileDays } from "#app/domain/catalogue/file/schema.ts";
import { isDatabaseUnavailable, outageReason } from "#app/platform/database/errors.ts";
import type { AppEnv } from "./request-source.ts";

const style = `
body { font-family: system-ui, sans-serif; color: #0f172a; background: #fff; margin: 0; }
main { max-width: 32rem; margin: 20vh auto 0; padding: 1.5rem; line-height: 1.6; }
a { color: inherit; }
small { color: #475569; }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

const pageHeaders = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
};

type PageText = { title: string; text: string; link: { href: string; label: string } };

const failureText: PageText = {
  title: "Algo deu errado",
  text: "Não conseguimos montar esta página. Tente de novo em alguns instantes.",
  link: { href: "/", label: "Voltar ao início" },
};

const overloadText: PageText = {
  title: "Muitas visitas agora",
  text: "A loja está atendendo muitos pedidos ao mesmo tempo. Tente de novo em alguns segundos.",
  link: { href: "", label: "Tentar de novo" },
};

const outageText: PageText = {
  title: "Voltamos já",
  text: "A loja está fora do ar por um instante. O que está no seu carrinho continua guardado.",
  // The page's own address.
  link: { href: "", label: "Tentar de novo" },
};

const blockedLinksText: PageText = {
  title: "Muitos links errados",
  text: "Muitos links errados foram abertos desta rede. Espere alguns minutos e abra o link de novo.",
  link: { href: "/", label: "Voltar ao início" },
};

const expiredFileText: PageText = {
  title: "Este catálogo não vale mais",
  text: `O link de um catálogo em PDF vale ${fileDays} dias. Peça um novo à loja, ou veja os produtos no site.`,
  link: { href: "/", label: "Ver os produtos no site" },
};

/** The delay in seconds: renders and exports take less. */
const overloadRetryHeaders = { "Retry-After": "5" };
const overloadKind = "overloaded";

/** 503 because too many requests of the same kind are queued. */
export function overloadProblem(): HTTPException {
  const title = "Muitas visitas agora";
  const detail = "Tente de novo em alguns segundos.";
  return problem(503, { kind: overloadKind, title, detail }, overloadRetryHeaders);
}

/** The page that corresponds to `overloadProblem`. */
export const overloadPage = {
  status: 503,
  headers: { "Content-Type": "text/html; charset=utf-8", ...pageHeaders, ...overloadRetryHeaders },
  html: renderErrorPage(overloadText),
};

/** The page for networks that opened too many wrong links. */
const blockedLinksPage = {
  headers: pageHeaders,
  html: renderErrorPage(blockedLinksText),
};

/** The page in place of a catalogue's file that has expired. */
export const expiredFilePage = {
  headers: pageHeaders,
  html: renderErrorPage(expiredFileText),
};

/** A database that restarts is available again within this time, in seconds. */
const retryHeaders = { "Retry-After": "5" };

/** Converts an error thrown by a route to a problem document (API, media) or a plain page, and logs it. */
export const handleError: ErrorHandler<AppEnv> = (error, c) => {
  if (error instanceof HTTPException && error.status < 500) return respondToRejection(error, c);
  if (isDatabaseUnavailable(error)) return respondToOutage(error, c);
  if (isOverload(error)) return respondToOverload(c);
  c.get("log").error({ err: error }, "request failed");
  if (error instanceof HTTPException) return error.getResponse();
  const requestId = c.get("requestId");
  if (expectsProblem(c)) return internalError(requestId).getResponse();
  return c.html(renderErrorPage(failureText, requestId), 500, pageHeaders);
};

/** A page that is not sent was asked for with one wrong link too many. */
function respondToRejection(error: HTTPException, c: Context<AppEnv>) {
  const response = error.getResponse();
  if (error.status !== 429 || expectsProblem(c)) return response;
  const retryAfter = response.headers.get("Retry-After") ?? "";
  return c.html(blockedLinksPage.html, 429, {
    ...blockedLinksPage.headers,
    "Retry-After": retryAfter,
  });
}

function isOverload(error: Error): boolean {
  return error instanceof HTTPException && error.message === overloadKind;
}

/** Several requests may have waited for what was rejected: the response of the error itself can be read once. */
function respondToOverload(c: Context<AppEnv>) {
  if (expectsProblem(c)) return overloadProblem().getResponse();
  return c.html(overloadPage.html, 503, overloadPage.headers);
}

/** An outage is not the request's fault, and a stack trace would not explain it. */
function respondToOutage(error: Error, c: Context<AppEnv>): Response | Promise<Response> {
  c.get("log").warn({ reason: outageReason(error) }, "database unavailable");
  if (expectsProblem(c)) return serviceUnavailable().getResponse();
  const page = renderErrorPage(outageText, c.get("requestId"));
  return c.html(page, 503, { ...pageHeaders, ...retryHeaders });
}

function expectsProblem(c: Context<AppEnv>): boolean {
  return /^\/(?:api|media|metrics)(?:\/|$)/.test(c.req.path);
}

/** 503 with the retry delay after which the database or another process usually responds again. */
export function serviceUnavailable(detail = "Tente de novo em alguns instantes."): HTTPException {
  const title = "Loja indisponível no momento";
  return problem(503, { kind: "unavailable", title, detail }, retryHeaders);
}

function internalError(requestId: string): HTTPException {
  return problem(500, {
    instance: `urn:uuid:${requestId}`,
    kind: "internal-error",
    title: "Erro interno",
    detail: "Algo deu errado do nosso lado. Tente de novo em alguns instantes.",
  });
}

/** Used when the shop's own error page cannot be rendered: depends on nothing else. */
function renderErrorPage({ title, text, link }: PageText, requestId?: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${link.href}">${link.label}</a></p>
${requestId ? `<p><small>Código para o suporte: ${requestId}</small></p>\n` : ""}</main>
</body>
</html>
`;
}
