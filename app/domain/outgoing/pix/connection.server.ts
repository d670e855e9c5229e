import { readSettings } from "#app/domain/company/queries.server.ts";
import { canonicalPixKey } from "#app/domain/payments/pix/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { BankAnswer, BankFailure } from "#app/platform/pix/answers.ts";
import type { PixConnection } from "#app/platform/pix/connection.ts";
import { dayOf, formatDay } from "#app/shared/days.ts";
import { type ConnectionStep, connectionStepLabels, type PixTest } from "./schema.ts";

type Result = Omit<PixTest["steps"][number], "step">;

const passed = (text: string): Result => ({ state: "ok", text });
const failed = (text: string): Result => ({ state: "failed", text });
const skipped = (text: string): Result => ({ state: "skipped", text });

/**
 * Asks the bank for a token and for the callback of the saved key, and registers the shop's address there. The steps after one that
 * failed are skipped. No charge is made.
 */
export async function testPixConnection(
  database: Database,
  connection: PixConnection,
  now: Date,
): Promise<PixTest> {
  const checks: Record<ConnectionStep, () => Promise<Result>> = {
    certificate: async () => checkCertificate(connection, now, await token),
    token: async () => checkToken(await token),
    key: async () => checkKey(await current),
    callback: async () => checkCallback(connection, await key, await current),
  };
  const token = connection.bank.renewToken();
  const key = readKey(database);
  const current = readCallback(connection, token, key);
  const steps: PixTest["steps"] = [];
  for (const step of Object.keys(connectionStepLabels) as ConnectionStep[]) {
    const isOver = steps.some(({ state }) => state === "failed");
    steps.push({ step, ...(isOver ? skipped("Não testado.") : await checks[step]()) });
  }
  return { steps };
}

async function readKey(database: Database): Promise<string | undefined> {
  const { pix } = await readSettings(database);
  return pix ? canonicalPixKey(pix.key) : undefined;
}

/** The registered address; `missing` is an answer too. Undefined where the bank is not asked. */
async function readCallback(
  { bank }: PixConnection,
  token: Promise<BankAnswer<undefined>>,
  key: Promise<string | undefined>,
): Promise<BankAnswer<string> | undefined> {
  const text = await key;
  return (await token).ok && text !== undefined ? bank.readCallback(text) : undefined;
}

function checkCertificate(
  { host, certificateEndsAt }: PixConnection,
  now: Date,
  token: BankAnswer<undefined>,
): Result {
  const lastDay = formatDay(dayOf(certificateEndsAt));
  if (certificateEndsAt < now) return failed(`Venceu em ${lastDay}: peça outro ao banco.`);
  if (token.ok || "status" in token || token.reason === "answer") {
    return passed(`A conexão foi aceita. Vale até ${lastDay}.`);
  }
  return failed(
    token.reason === "timeout"
      ? `${host} não respondeu. Tente de novo mais tarde.`
      : `Sem conexão com o banco (${host}): confira PIX_CERTIFICATE, PIX_CERTIFICATE_KEY, PIX_CA e o endereço.`,
  );
}

function checkToken(token: BankAnswer<undefined>): Result {
  if (token.ok) return passed("O banco deu um token.");
  if (isOverloaded(token)) return failed(describeTrouble(token));
  return failed(
    `O banco não deu um token (${describe(token)}): confira PIX_CLIENT_ID, PIX_CLIENT_SECRET e PIX_SCOPES.`,
  );
}

function checkKey(current: BankAnswer<string> | undefined): Result {
  if (!current) return failed("Salve a chave Pix e teste de novo.");
  if (current.ok || current.reason === "missing") return passed("O banco aceita a chave.");
  if (isOverloaded(current)) return failed(describeTrouble(current));
  return failed(
    `O banco não aceita a chave (${describe(current)}): ela deve ser da conta destas credenciais, que precisam ler e mudar webhooks.`,
  );
}

async function checkCallback(
  { bank, callbackUrl }: PixConnection,
  key: string | undefined,
  current: BankAnswer<string> | undefined,
): Promise<Result> {
  if (!callbackUrl || key === undefined) {
    return skipped(
      "Sem PUBLIC_URL com https o banco não avisa a loja: ela pergunta a ele, e o pago aparece alguns segundos depois.",
    );
  }
  const isRegistered = current?.ok && current.value === callbackUrl;
  if (isRegistered) return passed("O banco avisa a loja de cada Pix desta chave.");
  const answer = await bank.registerCallback(key, callbackUrl);
  if (answer.ok) return passed("Registrado agora: o banco avisa a loja de cada Pix desta chave.");
  return failed(
    `O banco não aceitou o endereço ${callbackUrl} (${describe(answer)}). Enquanto isso a loja pergunta a ele.`,
  );
}

const isOverloaded = (failure: BankFailure) =>
  "status" in failure
    ? failure.status === 429 || failure.status >= 500
    : failure.reason !== "answer";

const describeTrouble = (failure: BankFailure) =>
  `O banco não atendeu (${describe(failure)}). Tente de novo mais tarde.`;

function describe(failure: BankFailure): string {
  if ("status" in failure) return `resposta ${failure.status}`;
  if (failure.reason === "connection") return "sem conexão";
  return failure.reason === "timeout" ? "sem resposta" : "resposta inesperada";
}
