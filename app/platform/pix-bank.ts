import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { createSecureContext } from "node:tls";
import { z } from "#app/shared/zod.ts";
import type { Environment } from "./env.ts";

/** The seller's bank, by the Banco Central's API Pix 2.9 (`cob`, `pix` and `webhook`), which all banks have in common. */

/** `missing`: the bank has no such charge. `status` other than 2xx is in the answer; `answer`: it is not what the API says. */
export type BankFailure =
  | { ok: false; reason: "connection" | "timeout" | "answer" }
  | { ok: false; reason: "status" | "missing"; status: number };
export type BankAnswer<Value> = { ok: true; value: Value } | BankFailure;

/** A devolution that has reached the payer. */
type BankDevolution = { id: string; amount: string; at: Date };

/** A Pix that was received; amounts in BRL with two decimals. Who paid is not read. */
type BankPix = {
  endToEndId: string;
  amount: string;
  at: Date;
  devolutions: BankDevolution[];
};

export type BankCharge = {
  isPaid: boolean;
  /** Neither paid nor removed; it may have expired. */
  isActive: boolean;
  amount: string;
  createdAt: Date;
  expiresAt: Date;
  /** 'Pix Copia e Cola'; banks may leave it out of charges that are paid or removed. */
  code: string | undefined;
  pix: BankPix[];
};

/** `amount` in BRL with two decimals; `seconds` count from the creation of the charge. */
type ChargeTerms = { amount: string; seconds: number };

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

export type PixBankSettings = {
  url: string;
  tokenUrl: string;
  scopes: string;
  clientId: string;
  clientSecret: string;
  /** PEM. */
  certificate: string;
  key: string;
  /** Of the bank's server certificate, beside Node's authorities. */
  ca?: string | undefined;
};

const defaultScopes = "cob.read cob.write pix.read webhook.read webhook.write";

/** The bank of the environment, undefined without one, or one line that names the wrong variable and never its value. */
export function readPixBankSettings(
  env: Environment,
): { ok: true; settings: PixBankSettings | undefined } | { ok: false; problem: string } {
  const { PIX_URL: url, PIX_CLIENT_ID: clientId, PIX_CLIENT_SECRET: clientSecret } = env;
  const { PIX_CERTIFICATE, PIX_CERTIFICATE_KEY, PIX_CA } = env;
  if (!url || !clientId || !clientSecret || !PIX_CERTIFICATE || !PIX_CERTIFICATE_KEY) {
    return { ok: true, settings: undefined };
  }
  const [cert, key, ca] = [PIX_CERTIFICATE, PIX_CERTIFICATE_KEY, PIX_CA].map(readPem);
  const parts = {
    PIX_CERTIFICATE: { cert },
    PIX_CERTIFICATE_KEY: { cert, key },
    ...(PIX_CA && { PIX_CA: { ca } }),
  };
  for (const [name, part] of Object.entries(parts)) {
    const isValid = Object.values(part).every(Boolean) && isSecureContext(part);
    if (!isValid) return { ok: false, problem: `${name} must be ${pemOf[name]}, or its file` };
  }
  return {
    ok: true,
    settings: {
      url,
      tokenUrl: env.PIX_TOKEN_URL ?? `${url}/oauth/token`,
      scopes: env.PIX_SCOPES ?? defaultScopes,
      clientId,
      clientSecret,
      certificate: cert ?? "",
      key: key ?? "",
      ca,
    },
  };
}

const pemOf: Record<string, string> = {
  PIX_CERTIFICATE: "the client certificate in PEM",
  PIX_CERTIFICATE_KEY: "the key of PIX_CERTIFICATE in PEM, without a passphrase",
  PIX_CA: "certificates in PEM",
};

/** The text itself, or that of the file; undefined when it cannot be read. */
function readPem(value: string | undefined): string | undefined {
  if (value === undefined || value.includes("-----BEGIN")) return value;
  try {
    return readFileSync(value, "utf8");
  } catch {
    return undefined;
  }
}

function isSecureContext(part: Parameters<typeof createSecureContext>[0]): boolean {
  try {
    createSecureContext(part);
    return true;
  } catch {
    return false;
  }
}

const amount = z.string().regex(/^(?!0+\.00$)\d{1,10}\.\d{2}$/);
const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()));

const devolutionSchema = z.object({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  valor: amount,
  status: z.string(),
  horario: z.object({ solicitacao: instant, liquidacao: instant.optional() }),
});

const pixSchema = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor: amount,
  horario: instant,
  devolucoes: z.array(devolutionSchema).max(1000).default([]),
});

const statuses = [
  "ATIVA",
  "CONCLUIDA",
  "REMOVIDA_PELO_USUARIO_RECEBEDOR",
  "REMOVIDA_PELO_PSP",
] as const;

const chargeSchema = z.object({
  txid: z.string(),
  status: z.enum(statuses),
  calendario: z.object({ criacao: instant, expiracao: z.coerce.number().int().min(1) }),
  valor: z.object({ original: amount }),
  /** EMV payload with its checksum at the end. */
  pixCopiaECola: z
    .string()
    .max(600)
    .regex(/^000201[\x20-\x7e]+6304[0-9A-Fa-f]{4}$/)
    .optional(),
  pix: z.array(pixSchema).max(1000).default([]),
});

const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  expires_in: z.coerce.number().min(1).max(1e9).default(300),
});

const callbackSchema = z.object({ webhookUrl: z.string().max(2000) });

const maxAnswerBytes = 512 * 1024;
/** A token is renewed before it ends. */
const tokenMarginMs = 30_000;

type Sent = { method: string; headers: Record<string, string>; body?: string | undefined };
type Answer = { status: number; text: string };

/** Requests by https with the client certificate; redirects are not followed. */
export function createPixBank(settings: PixBankSettings, timeoutMs = 10_000): PixBank {
  const { certificate: cert, key, ca, url, tokenUrl, clientId, clientSecret, scopes } = settings;
  const agent = new Agent({ cert, key, keepAlive: true, maxSockets: 8, ...(ca && { ca }) });
  let token: Promise<BankAnswer<{ text: string; endsAt: number }>> | undefined;

  function exchange(address: string, sent: Sent): Promise<BankAnswer<Answer>> {
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

  async function call(method: string, path: string, content?: object): Promise<BankAnswer<Answer>> {
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
    return answer.value.txid === txid ? toCharge(answer.value) : nonsense;
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

const nonsense = { ok: false, reason: "answer" } as const;

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

function checkStatus({ status }: Answer): BankFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return { ok: false, reason: status === 404 ? "missing" : "status", status };
}

function parseAnswer<Schema extends z.ZodType>(
  answer: BankAnswer<Answer>,
  schema: Schema,
): BankAnswer<z.output<Schema>> {
  if (!answer.ok) return answer;
  const failure = checkStatus(answer.value);
  if (failure) return failure;
  const parsed = schema.safeParse(parseJson(answer.value.text));
  return parsed.success ? { ok: true, value: parsed.data } : nonsense;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toCharge(row: z.output<typeof chargeSchema>): BankAnswer<BankCharge> {
  const { status, calendario, valor, pixCopiaECola: code, pix } = row;
  const isActive = status === "ATIVA";
  const isPaid = status === "CONCLUIDA";
  // Without the Pix a paid charge would be charged a second time.
  if ((isActive && !code) || (isPaid && pix.length === 0)) return nonsense;
  const { criacao, expiracao } = calendario;
  return {
    ok: true,
    value: {
      isPaid,
      isActive,
      amount: valor.original,
      createdAt: criacao,
      expiresAt: new Date(criacao.getTime() + expiracao * 1000),
      code,
      pix: pix.map(({ endToEndId, valor: received, horario, devolucoes }) => ({
        endToEndId,
        amount: received,
        at: horario,
        devolutions: devolucoes
          .filter((devolution) => devolution.status === "DEVOLVIDO")
          .map(({ id, valor: returned, horario: { solicitacao, liquidacao } }) => ({
            id,
            amount: returned,
            at: liquidacao ?? solicitacao,
          })),
      })),
    },
  };
}
