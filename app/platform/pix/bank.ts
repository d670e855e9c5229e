import {
  type BankAnswer,
  type BankCharge,
  callbackSchema,
  chargeSchema,
  checkStatus,
  type HttpAnswer,
  nonsense,
  parseAnswer,
  toCharge,
  tokenSchema,
} from "./answers.ts";
import { openHttps } from "./https.ts";
import { describeTokenRequest, fillFields, withQuery } from "./requests.ts";
import type { PixBankSettings } from "./settings.ts";

/** `amount` in BRL with two decimals; `seconds` count from the creation of the charge. */
type ChargeTerms = { amount: string; seconds: number };

/** The seller's bank, by the Banco Central's API Pix 2.9 (`cob`, `pix` and `webhook`), which all banks have in common. */
export type PixBank = {
  createCharge(
    txid: string,
    terms: ChargeTerms & { key: string; text: string },
  ): Promise<BankAnswer<BankCharge>>;
  changeCharge(txid: string, terms: ChargeTerms): Promise<BankAnswer<BankCharge>>;
  removeCharge(txid: string): Promise<BankAnswer<BankCharge>>;
  readCharge(txid: string): Promise<BankAnswer<BankCharge>>;
  /** The address to which the bank reports what is paid to the key. */
  readCallback(key: string): Promise<BankAnswer<string>>;
  registerCallback(key: string, url: string): Promise<BankAnswer<undefined>>;
  /** Asks for another token, whether or not there is one. */
  renewToken(): Promise<BankAnswer<undefined>>;
  close(): void;
};

/** A token is renewed before it ends. */
const tokenMarginMs = 30_000;

type BankLog = { warn(details: object, message: string): void };

/** Requests by https with the client certificate; redirects are not followed. */
export function createPixBank(
  settings: PixBankSettings,
  log: BankLog,
  timeoutMs = 10_000,
): PixBank {
  const { profile, certificate: cert, key, ca, url, clientId, applicationKey } = settings;
  const { exchange, close } = openHttps({ cert, key, ...(ca && { ca }) }, timeoutMs);
  const fill = (fields?: Readonly<Record<string, string>>) =>
    fillFields(fields, { clientId, applicationKey });
  let token: Promise<BankAnswer<{ text: string; endsAt: number }>> | undefined;

  async function requestToken(): Promise<BankAnswer<{ text: string; endsAt: number }>> {
    const { address, headers, body } = describeTokenRequest(settings);
    const answer = await exchange(address, {
      method: "POST",
      headers: {
        ...headers,
        ...fill(profile.token.headers),
        "Content-Length": String(Buffer.byteLength(body)),
        Accept: "application/json",
      },
      body,
    });
    const parsed = parseAnswer(answer, tokenSchema);
    if (!parsed.ok) return parsed;
    const { access_token: text, expires_in } = parsed.value;
    // The wall clock may be set meanwhile, this one may not.
    return { ok: true, value: { text, endsAt: performance.now() + expires_in * 1000 } };
  }

  /** Requests at the same time share one token. */
  async function findToken(): Promise<BankAnswer<{ text: string; endsAt: number }>> {
    const current = token;
    const known = await current;
    if (known?.ok && known.value.endsAt - tokenMarginMs > performance.now()) return known;
    if (token === current || !token) token = requestToken();
    return token;
  }

  async function call(
    method: string,
    path: string,
    content?: object,
    extra?: Readonly<Record<string, string>>,
  ): Promise<BankAnswer<HttpAnswer>> {
    const address = withQuery(url + path, fill(profile.query));
    for (let attempt = 1; ; attempt += 1) {
      const current = await findToken();
      if (!current.ok) return current;
      const body = content && JSON.stringify(content);
      const answer = await exchange(address, {
        method,
        headers: {
          ...fill({ ...profile.headers, ...extra }),
          Authorization: `Bearer ${current.value.text}`,
          Accept: "application/json",
          ...(body !== undefined && {
            "Content-Type": "application/json",
            "Content-Length": String(Buffer.byteLength(body)),
          }),
        },
        body,
      });
      if (!answer.ok || answer.value.status !== 401 || attempt === 2) return answer;
      // The bank has ended the token early.
      if ((await token) === current) token = undefined;
    }
  }

  async function callCharge(method: string, txid: string, content?: object) {
    const version = method === "PATCH" ? profile.versions?.change : profile.versions?.charge;
    const path = `${version ?? ""}/cob/${txid}`;
    const answer = parseAnswer(await call(method, path, content), chargeSchema);
    if (!answer.ok) return answer;
    if (answer.value.txid !== txid) return nonsense;
    const charge = toCharge(answer.value);
    if (charge.ok && charge.value.skipped.length > 0) {
      const { skipped } = charge.value;
      log.warn({ txid, skipped }, "records of the bank that are not as the API says were skipped");
    }
    return charge;
  }

  const callbackPath = (key: string) =>
    `${profile.versions?.callback ?? ""}/webhook/${encodeURIComponent(key)}`;

  return {
    createCharge: (txid, { amount: original, seconds, key: chave, text }) =>
      callCharge("PUT", txid, {
        calendario: { expiracao: seconds },
        valor: { original },
        chave,
        solicitacaoPagador: text,
      }),
    changeCharge: (txid, { amount: original, seconds }) =>
      callCharge("PATCH", txid, { calendario: { expiracao: seconds }, valor: { original } }),
    removeCharge: (txid) =>
      callCharge("PATCH", txid, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" }),
    readCharge: (txid) => callCharge("GET", txid),
    async readCallback(chave) {
      const answer = await call("GET", callbackPath(chave));
      const parsed = parseAnswer(answer, callbackSchema);
      return parsed.ok ? { ok: true, value: parsed.value.webhookUrl } : parsed;
    },
    async registerCallback(chave, webhookUrl) {
      const { callbackHeaders } = profile;
      const answer = await call("PUT", callbackPath(chave), { webhookUrl }, callbackHeaders);
      return answer.ok ? (checkStatus(answer.value) ?? { ok: true, value: undefined }) : answer;
    },
    async renewToken() {
      token = requestToken();
      const answer = await token;
      return answer.ok ? { ok: true, value: undefined } : answer;
    },
    close,
  };
}
