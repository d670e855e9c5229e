import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TLSSocket } from "node:tls";
import { generatePixPayload } from "@brazilian-utils/brazilian-utils";
import { z } from "zod";
import { readEnvironment } from "#app/platform/env.ts";
import { type BankName, type BankProfile, bankProfiles } from "#app/platform/pix/banks.ts";
import { type PixBankSettings, readPixBankSettings } from "#app/platform/pix/settings.ts";
import { certificatesIn } from "./certificates.ts";
import {
  bankRules,
  credentials,
  findResource,
  isAccepted,
  isForToken,
  isTokenRequest,
  pathOf,
  toSent,
  usualRules,
} from "./pix-bank-rules.ts";

// A bank on loopback as the Banco Central's OpenAPI of the API Pix 2.9 describes it: client certificates, OAuth 2, `cob`, `pix`
// and `webhook`. What the description leaves open is as strict as banks are.

type Devolution = {
  id: string;
  rtrId: string;
  valor: string;
  horario: { solicitacao: string; liquidacao: string };
  status: "DEVOLVIDO";
};
type Pix = {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  infoPagador: string;
  pagador: { cpf: string; nome: string };
  devolucoes?: Devolution[];
};
type Charge = {
  txid: string;
  revisao: number;
  status: "ATIVA" | "CONCLUIDA" | "REMOVIDA_PELO_USUARIO_RECEBEDOR";
  calendario: { criacao: string; expiracao: number };
  valor: { original: string; modalidadeAlteracao: number };
  chave: string;
  solicitacaoPagador: string;
  location: string;
  pixCopiaECola: string;
  pix?: Pix[];
};

/** The failure of the bank instead of its answer; `lost`: the request is done, but the answer does not arrive. */
export type Trouble = "hang" | "close" | "lost" | "nonsense" | 400 | 401 | 403 | 429 | 500 | 503;

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);
const calendario = z.strictObject({ expiracao: z.int().min(1) });
const newCharge = z.strictObject({
  calendario,
  valor: z.strictObject({ original: amount }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
});
const chargeChanges = z.strictObject({
  calendario: calendario.optional(),
  valor: z.strictObject({ original: amount }).optional(),
  status: z.literal("REMOVIDA_PELO_USUARIO_RECEBEDOR").optional(),
});

export const payer = { cpf: "12345678909", nome: "Fulano Pagador" };

export type TestBank = Awaited<ReturnType<typeof startPixBank>>;

/**
 * Starts the bank of that name, as strict as it is, else one as the Banco Central describes it. `callback` is where the shop answers,
 * whatever address it has registered.
 */
export async function startPixBank(name?: BankName) {
  const rules = (name && bankRules[name]) ?? usualRules;
  const folder = await mkdtemp(path.join(tmpdir(), "pomar-bank-"));
  const { makeAuthority, makeCertificate } = certificatesIn(folder);
  await Promise.all([makeAuthority("bank"), makeAuthority("clients")]);
  await makeCertificate("bank", "server", "/CN=localhost", "subjectAltName=DNS:localhost");
  await makeCertificate("clients", "client", "/CN=loja", "extendedKeyUsage=clientAuth");
  const read = (name: string) => readFile(path.join(folder, name), "utf8");

  const charges = new Map<string, Charge>();
  const webhooks = new Map<string, string>();
  const tokens = new Set<string>();
  const requests: string[] = [];
  const bank = {
    charges,
    webhooks,
    /** "PUT /cob/…", in order. */
    requests,
    trouble: undefined as ((request: string) => Trouble | undefined) | undefined,
    /** Returns the part of a charge that the bank reports instead of all that it knows. */
    alter: undefined as ((charge: Charge) => object) | undefined,
    delayMs: 0,
    /** The time by which its clock is ahead. */
    skewMs: 0,
    /** The number of times that it sends each callback; 0: they are lost. */
    callbacks: 1,
    callback: "",
    tokenSeconds: 3600,
    /** Tokens that were given out count no more. */
    endTokens: () => tokens.clear(),
    pay,
    giveBack,
    chargeOf,
    /** The variables of a shop that uses this bank. */
    env: {} as Record<string, string>,
    settings: {} as PixBankSettings,
    stop,
  };

  const now = () => new Date(Date.now() + bank.skewMs).toISOString();

  /** The charge that the customer can pay, else the last one. */
  function chargeOf(orderId: string): Charge | undefined {
    const own = [...charges.values()].filter(({ txid }) => isOf(txid, orderId));
    return own.findLast(({ status }) => status === "ATIVA") ?? own.at(-1);
  }

  /** The payer's bank pays; by default the amount. Also what it should not: a removed or paid charge. */
  async function pay(txid: string, valor?: string): Promise<string> {
    const charge = charges.get(txid);
    if (!charge) throw new Error("no such charge");
    const endToEndId = `E00000000${now().replace(/\D/g, "").slice(0, 12)}${randomBytes(6).toString("hex").slice(0, 11)}`;
    charge.pix = [
      ...(charge.pix ?? []),
      {
        endToEndId,
        txid,
        valor: valor ?? charge.valor.original,
        chave: charge.chave,
        horario: now(),
        infoPagador: "obrigado",
        pagador: payer,
      },
    ];
    if (charge.status === "ATIVA") charge.status = "CONCLUIDA";
    await report(charge);
    return endToEndId;
  }

  async function giveBack(endToEndId: string, valor: string): Promise<void> {
    for (const charge of charges.values()) {
      const pix = charge.pix?.find((one) => one.endToEndId === endToEndId);
      if (!pix) continue;
      const id = randomBytes(8).toString("hex");
      const horario = { solicitacao: now(), liquidacao: now() };
      const devolution = { id, rtrId: `D${id}`, valor, horario, status: "DEVOLVIDO" } as const;
      pix.devolucoes = [...(pix.devolucoes ?? []), devolution];
      await report(charge);
    }
  }

  async function report({ pix }: Charge): Promise<void> {
    for (let count = 0; count < bank.callbacks; count += 1) {
      await fetch(`${bank.callback}/pix`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ pix }),
      }).catch(() => undefined);
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = `${request.method} ${request.url}`;
    requests.push(name);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (bank.delayMs > 0) await delay(bank.delayMs);
    const trouble = bank.trouble?.(name);
    if (trouble === "hang") return;
    if (trouble === "close") return void request.socket.destroy();
    const answer =
      typeof trouble === "number"
        ? problem(trouble)
        : handle(request, Buffer.concat(chunks).toString());
    if (trouble === "lost") return void request.socket.destroy();
    response.writeHead(answer.status, { "Content-Type": "application/json" });
    response.end(trouble === "nonsense" ? "<html>Bom dia</html>" : JSON.stringify(answer.content));
  }

  function handle(request: IncomingMessage, body: string) {
    if (!(request.socket as TLSSocket).authorized) return problem(403);
    const sent = toSent(request);
    if (isForToken(rules, sent))
      return isTokenRequest(rules, sent, body) ? giveToken() : problem(401);
    const { method, headers } = sent;
    if (!tokens.has(String(headers.authorization))) return problem(401);
    const resource = findResource(rules, sent);
    if (!resource) return problem(404);
    if (!isAccepted(rules, sent)) return problem(400);
    const { isCharge, key } = resource;
    return isCharge ? handleCharge(method, key, body) : handleWebhook(method, key, body);
  }

  function giveToken() {
    const access_token = randomBytes(16).toString("hex");
    tokens.add(`Bearer ${access_token}`);
    const content = { access_token, token_type: "Bearer", expires_in: bank.tokenSeconds };
    return { status: 200, content };
  }

  function handleCharge(method: string, txid: string, body: string) {
    const charge = charges.get(txid);
    if (method === "PUT") return charge ? problem(400) : putCharge(txid, body);
    if (!charge) return problem(404);
    return method === "GET" ? answerWith(charge) : patchCharge(charge, body);
  }

  function putCharge(txid: string, body: string) {
    const parsed = newCharge.safeParse(JSON.parse(body));
    if (!parsed.success || !/^[a-zA-Z0-9]{26,35}$/.test(txid)) return problem(400);
    const created = createCharge(txid, parsed.data);
    charges.set(txid, created);
    return answerWith(created, 201);
  }

  function answerWith(charge: Charge, status = 200) {
    return { status, content: bank.alter?.(charge) ?? charge };
  }

  function patchCharge(charge: Charge, body: string) {
    const parsed = chargeChanges.safeParse(JSON.parse(body));
    if (!parsed.success || charge.status !== "ATIVA") return problem(400);
    const { calendario: renewed, valor, status = charge.status } = parsed.data;
    charge.revisao += 1;
    charge.status = status;
    Object.assign(charge.calendario, renewed);
    Object.assign(charge.valor, valor);
    return answerWith(charge);
  }

  function createCharge(txid: string, asked: z.output<typeof newCharge>): Charge {
    const location = `pix.banco.example/qr/v2/${randomBytes(12).toString("hex")}`;
    return {
      txid,
      revisao: 0,
      status: "ATIVA",
      location,
      chave: asked.chave,
      calendario: { criacao: now(), ...asked.calendario },
      valor: { ...asked.valor, modalidadeAlteracao: 0 },
      solicitacaoPagador: asked.solicitacaoPagador ?? "",
      pixCopiaECola:
        generatePixPayload({ url: location, merchantName: "Loja", merchantCity: "Campinas" }) ?? "",
    };
  }

  function handleWebhook(method: string, key: string, body: string) {
    const webhookUrl = webhooks.get(key);
    if (method === "GET") {
      if (!webhookUrl) return problem(404);
      return { status: 200, content: { webhookUrl, chave: key, criacao: now() } };
    }
    webhooks.set(key, z.object({ webhookUrl: z.url() }).parse(JSON.parse(body)).webhookUrl);
    return { status: 200, content: undefined };
  }

  const server = createServer(
    {
      cert: await read("server.crt"),
      key: await read("server.key"),
      ca: await read("clients.crt"),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => void respond(request, response),
  );
  server.listen(0, "localhost");
  await once(server, "listening");

  async function stop(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }

  const bankUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const profile: BankProfile | undefined = name && bankProfiles[name];
  const moved = (address: string) => bankUrl + pathOf(address);
  bank.env = {
    ...(name && profile
      ? { PIX_BANK: name, PIX_URL: moved(profile.url), PIX_TOKEN_URL: moved(profile.tokenUrl) }
      : { PIX_URL: bankUrl }),
    PIX_CLIENT_ID: credentials.client_id,
    ...(profile?.hasSecret !== false && { PIX_CLIENT_SECRET: credentials.client_secret }),
    ...(profile?.hasApplicationKey && { PIX_APPLICATION_KEY: credentials.applicationKey }),
    PIX_CERTIFICATE: path.join(folder, "client.crt"),
    PIX_CERTIFICATE_KEY: path.join(folder, "client.key"),
    PIX_CA: path.join(folder, "bank.crt"),
  };
  bank.settings = readSettings(bank.env);
  return bank;
}

/** Reads the settings as the shop's process reads its environment. */
export function readSettings(variables: Record<string, string>): PixBankSettings {
  const environment = readEnvironment(variables);
  const read = environment.ok ? readPixBankSettings(environment.env) : environment;
  if (!read.ok) throw new Error(read.problem);
  if (!read.settings) throw new Error("the variables name no bank");
  return read.settings;
}

function isOf(txid: string, orderId: string): boolean {
  return txid.startsWith(orderId.replaceAll("-", ""));
}

function problem(status: number) {
  const type = "https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida";
  return { status, content: { type, title: "Erro", status, detail: "A operação é inválida." } };
}
