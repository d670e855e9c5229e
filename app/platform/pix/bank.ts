import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
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
  close(): void;
};

const maxAnswerBytes = 512 * 1024;
/** A token is renewed before it ends. */
const tokenMarginMs = 30_000;

type Sent = { method: string; headers: Record<string, string>; body?: string | undefined };

type BankLog = { warn(details: object, message: string): void };

/** Requests by https with the client certificate; redirects are not followed. */
export function createPixBank(
  settings: PixBankSettings,
  log: BankLog,
  timeoutMs = 10_000,
): PixBank {
  const { certificate: cert, key, ca, url, tokenUrl, clientId, clientSecret, scopes } = settings;
  const agent = new Agent({ cert, key, keepAlive: true, maxSockets: 8, ...(ca && { ca }) });
  let token: Promise<BankAnswer<{ text: string; endsAt: number }>> | undefined;

  function exchange(address: string, sent: Sent): Promise<BankAnswer<HttpAnswer>> {
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve) => {
      const fail = () =>
        resolve({ ok: false, reason: signal.aborted ? "timeout" : "connection" } as const);
      const { method, headers, body } = sent;
      const sending = request(address, { method, headers, agent, signal }, (response) => {
        readText(response).then((text) => {
          const status = response.statusCode ?? 0;
          if (text === undefined) resolve({ ok: false, reason: "answer" });
          else resolve({ ok: true, value: { status, text } });
        }, fail);
      });
      sending.on("error", fail);
      sending.end(body);
    });
  }

  async function requestToken(): Promise<BankAnswer<{ text: string; endsAt: number }>> {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      scope: scopes,
    }).toString();
    const login = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const answer = await exchange(tokenUrl, {
      method: "POST",
      headers: {
        Authorization: `Basic ${login}`,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": String(Buffer.byteLength(body)),
        Accept: "application/json",
      },
      body,
    });
    const parsed = parseAnswer(answer, tokenSchema);
    if (!parsed.ok) return parsed;
    const { access_token: text, expires_in } = parsed.value;
    // Not the wall clock, which may be set meanwhile.
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
  ): Promise<BankAnswer<HttpAnswer>> {
    for (let attempt = 1; ; attempt += 1) {
      const current = await findToken();
      if (!current.ok) return current;
      const body = content && JSON.stringify(content);
      const answer = await exchange(url + path, {
        method,
        headers: {
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
    const answer = parseAnswer(await call(method, `/cob/${txid}`, content), chargeSchema);
    if (!answer.ok) return answer;
    if (answer.value.txid !== txid) return nonsense;
    const charge = toCharge(answer.value);
    if (charge.ok && charge.value.skipped.length > 0) {
      const { skipped } = charge.value;
      log.warn({ txid, skipped }, "records of the bank that are not as the API says were skipped");
    }
    return charge;
  }

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
      const answer = await call("GET", `/webhook/${encodeURIComponent(chave)}`);
      const parsed = parseAnswer(answer, callbackSchema);
      return parsed.ok ? { ok: true, value: parsed.value.webhookUrl } : parsed;
    },
    async registerCallback(chave, webhookUrl) {
      const answer = await call("PUT", `/webhook/${encodeURIComponent(chave)}`, { webhookUrl });
      return answer.ok ? (checkStatus(answer.value) ?? { ok: true, value: undefined }) : answer;
    },
    close: () => agent.destroy(),
  };
}

/** Undefined when the answer is larger than any that the API describes. */
async function readText(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxAnswerBytes) {
      response.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
