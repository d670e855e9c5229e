import type { IncomingMessage } from "node:http";

// The rules of each bank for a request, written from the sources that docs/pix.md names, and not from the shop's own table.

const login = { client_id: "loja-de-teste", client_secret: "segredo-do-banco-4711" };
const applicationKey = "chave-da-aplicacao-0815";
const grant = { grant_type: "client_credentials" };
const anyScope = { scope: /^[a-z.]+( [a-z.]+)*$/ };
const { client_id } = login;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const form = "application/x-www-form-urlencoded";

type Fields = Record<string, string | RegExp>;

export type BankRules = {
  token: {
    /** The address with its query. */
    url: string;
    isBasic: boolean;
    type: string;
    body: Fields;
    headers?: Fields;
  };
  /** The paths of a charge by the method of the request, and that of the callback. */
  charges: { PUT: string; PATCH: string; GET: string };
  callbacks: string;
  query?: Fields;
  headers?: Fields;
  callbackHeaders?: Fields;
};

function samePath(url: string) {
  const charges = `${url}/cob`;
  return { charges: { PUT: charges, PATCH: charges, GET: charges }, callbacks: `${url}/webhook` };
}

/** A bank that keeps to the Banco Central's description and to what most banks do. */
export const usualRules: BankRules = {
  ...samePath("https://pix.banco.example"),
  token: {
    url: "https://pix.banco.example/oauth/token",
    isBasic: true,
    type: form,
    body: { ...grant, ...anyScope },
  },
};

export const bankRules: Record<string, BankRules> = {
  bb: {
    ...samePath("https://api-pix.bb.com.br/pix/v2"),
    token: { ...usualRules.token, url: "https://oauth.bb.com.br/oauth/token" },
    query: { "gw-dev-app-key": applicationKey },
  },
  bradesco: {
    ...samePath("https://qrpix.bradesco.com.br/v2"),
    token: {
      url: "https://qrpix.bradesco.com.br/auth/server/oauth/token",
      isBasic: true,
      type: form,
      body: grant,
    },
  },
  efi: {
    ...samePath("https://pix.api.efipay.com.br/v2"),
    token: {
      url: "https://pix.api.efipay.com.br/oauth/token",
      isBasic: true,
      type: "application/json",
      body: grant,
    },
    callbackHeaders: { "x-skip-mtls-checking": "true" },
  },
  inter: {
    ...samePath("https://cdpj.partners.bancointer.com.br/pix/v2"),
    token: {
      url: "https://cdpj.partners.bancointer.com.br/oauth/v2/token",
      isBasic: false,
      type: form,
      body: { ...grant, ...login, ...anyScope },
    },
  },
  itau: {
    ...samePath("https://secure.gateway.api.itau/pix_recebimentos/v2"),
    token: {
      url: "https://sts.itau.com.br/api/oauth/token",
      isBasic: false,
      type: form,
      body: { ...grant, ...login },
      headers: { "x-itau-correlationid": uuid, "x-itau-flowid": uuid },
    },
    headers: { "x-itau-apikey": client_id, "x-correlationid": uuid },
  },
  santander: {
    charges: {
      PUT: "https://trust-pix.santander.com.br/api/v1/cob",
      PATCH: "https://trust-pix.santander.com.br/api/v2/cob",
      GET: "https://trust-pix.santander.com.br/api/v1/cob",
    },
    callbacks: "https://trust-pix.santander.com.br/api/v1/webhook",
    token: {
      url: "https://trust-pix.santander.com.br/oauth/token?grant_type=client_credentials",
      isBasic: false,
      type: form,
      body: login,
    },
  },
  sicoob: {
    ...samePath("https://api.sicoob.com.br/pix/api/v2"),
    token: {
      url: "https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token",
      isBasic: false,
      type: form,
      body: { ...grant, client_id, ...anyScope },
    },
    headers: { client_id },
  },
  sicredi: {
    ...samePath("https://api-pix.sicredi.com.br/api/v3"),
    callbacks: "https://api-pix.sicredi.com.br/api/v2/webhook",
    token: { ...usualRules.token, url: "https://api-pix.sicredi.com.br/oauth/token" },
  },
};

/** The credentials that a shop has at each bank. */
export const credentials = { ...login, applicationKey };

type Sent = { method: string; url: URL; headers: IncomingMessage["headers"] };

export function toSent({ method = "", url = "", headers }: IncomingMessage): Sent {
  return { method, url: new URL(url, "https://localhost"), headers };
}

export function isForToken({ token }: BankRules, { method, url }: Sent): boolean {
  const { pathname, search } = new URL(token.url);
  return method === "POST" && url.pathname === pathname && url.search === search;
}

/** Returns whether the request for a token is exactly the one of the bank's rules: nothing missing, nothing else. */
export function isTokenRequest({ token }: BankRules, sent: Sent, body: string): boolean {
  const { authorization, "content-type": type } = sent.headers;
  const basic = `Basic ${Buffer.from(`${login.client_id}:${login.client_secret}`).toString("base64")}`;
  return (
    authorization === (token.isBasic ? basic : undefined) &&
    type === token.type &&
    hasExactly(
      token.body,
      type === form ? new URLSearchParams(body) : Object.entries(parse(body)),
    ) &&
    hasAll(token.headers, sent.headers)
  );
}

function parse(body: string): Record<string, string> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** Returns whether the bank takes a request to its API, apart from its token. */
export function isAccepted(rules: BankRules, sent: Sent): boolean {
  const { searchParams, pathname } = sent.url;
  const isRegistration = sent.method === "PUT" && pathname.startsWith(pathOf(rules.callbacks));
  return (
    hasExactly(rules.query ?? {}, searchParams) &&
    hasAll(rules.headers, sent.headers) &&
    (!isRegistration || hasAll(rules.callbackHeaders, sent.headers))
  );
}

/** The charge or key of a path, where the bank has them for this method. */
export function findResource(rules: BankRules, { method, url: { pathname } }: Sent) {
  const at = pathname.lastIndexOf("/");
  const folder = pathname.slice(0, at);
  const charges = rules.charges[method as "GET"];
  const isCharge = charges !== undefined && folder === pathOf(charges);
  if (!isCharge && folder !== pathOf(rules.callbacks)) return undefined;
  return { isCharge, key: decodeURIComponent(pathname.slice(at + 1)) };
}

export const pathOf = (url: string) => new URL(url).pathname;

function hasExactly(expected: Fields, given: Iterable<[string, unknown]>): boolean {
  const fields = Object.fromEntries(given);
  const isKnown = Object.keys(fields).every((name) => name in expected);
  return isKnown && hasAll(expected, fields);
}

function hasAll(expected: Fields = {}, given: Record<string, unknown>): boolean {
  return Object.entries(expected).every(([name, value]) =>
    value instanceof RegExp ? value.test(String(given[name] ?? "")) : given[name] === value,
  );
}
