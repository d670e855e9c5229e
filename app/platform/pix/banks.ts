/**
 * The address of a bank's API Pix, and its demands beside the Banco Central's description. In headers and query fields
 * `{clientId}`, `{applicationKey}` and `{uuid}` (another one for each request) stand for values. docs/pix.md names the source of
 * each profile.
 */
export type BankProfile = {
  name: string;
  /** Base address of the API, up to the part before `versions` or `/cob`. */
  url: string;
  tokenUrl: string;
  token: {
    /** The place of id and secret: HTTP Basic, or fields of the body. */
    login: "header" | "body";
    grant: "body" | "query";
    format: "form" | "json";
    hasScopes: boolean;
    headers?: Readonly<Record<string, string>>;
  };
  /** Without a secret the certificate identifies the shop. */
  hasSecret: boolean;
  hasApplicationKey?: boolean;
  /** The paths of parts of the API that have versions of their own, such as `/v2`. */
  versions?: { charge: string; change: string; callback: string };
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The headers of the request that registers the callback. */
  callbackHeaders?: Readonly<Record<string, string>>;
};

const basicToken = { login: "header", grant: "body", format: "form", hasScopes: true } as const;
const bodyToken = { ...basicToken, login: "body" } as const;

/** A bank that is described by single settings. */
export const usualProfile: Pick<BankProfile, "token" | "hasSecret"> = {
  token: basicToken,
  hasSecret: true,
};

export const bankProfiles = {
  bb: {
    name: "Banco do Brasil",
    url: "https://api-pix.bb.com.br/pix/v2",
    tokenUrl: "https://oauth.bb.com.br/oauth/token",
    token: basicToken,
    hasSecret: true,
    hasApplicationKey: true,
    query: { "gw-dev-app-key": "{applicationKey}" },
  },
  bradesco: {
    name: "Bradesco",
    url: "https://qrpix.bradesco.com.br/v2",
    tokenUrl: "https://qrpix.bradesco.com.br/auth/server/oauth/token",
    token: { ...basicToken, hasScopes: false },
    hasSecret: true,
  },
  efi: {
    name: "Efí",
    url: "https://pix.api.efipay.com.br/v2",
    tokenUrl: "https://pix.api.efipay.com.br/oauth/token",
    token: { ...basicToken, format: "json", hasScopes: false },
    hasSecret: true,
    // The shop believes nothing of the callback, so that it need not verify the bank's certificate.
    callbackHeaders: { "x-skip-mtls-checking": "true" },
  },
  inter: {
    name: "Inter",
    url: "https://cdpj.partners.bancointer.com.br/pix/v2",
    tokenUrl: "https://cdpj.partners.bancointer.com.br/oauth/v2/token",
    token: bodyToken,
    hasSecret: true,
  },
  itau: {
    name: "Itaú",
    url: "https://secure.gateway.api.itau/pix_recebimentos/v2",
    tokenUrl: "https://sts.itau.com.br/api/oauth/token",
    token: {
      ...bodyToken,
      hasScopes: false,
      headers: { "x-itau-correlationID": "{uuid}", "x-itau-flowID": "{uuid}" },
    },
    hasSecret: true,
    headers: { "x-itau-apikey": "{clientId}", "x-correlationID": "{uuid}" },
  },
  santander: {
    name: "Santander",
    url: "https://trust-pix.santander.com.br/api",
    tokenUrl: "https://trust-pix.santander.com.br/oauth/token",
    token: { ...bodyToken, grant: "query", hasScopes: false },
    hasSecret: true,
    versions: { charge: "/v1", change: "/v2", callback: "/v1" },
  },
  sicoob: {
    name: "Sicoob",
    url: "https://api.sicoob.com.br/pix/api/v2",
    tokenUrl: "https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token",
    token: bodyToken,
    hasSecret: false,
    headers: { client_id: "{clientId}" },
  },
  sicredi: {
    name: "Sicredi",
    url: "https://api-pix.sicredi.com.br/api",
    tokenUrl: "https://api-pix.sicredi.com.br/oauth/token",
    token: basicToken,
    hasSecret: true,
    versions: { charge: "/v3", change: "/v3", callback: "/v2" },
  },
} as const satisfies Record<string, BankProfile>;

export type BankName = keyof typeof bankProfiles;
export const bankNames = Object.keys(bankProfiles) as [BankName, ...BankName[]];
