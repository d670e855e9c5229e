import { toCents } from "#app/shared/money.ts";
import { z } from "#app/shared/zod.ts";

/**
 * `missing`: the bank has no such charge. `status` other than 2xx is in the answer; `answer`: it is not what the API says;
 * `incomplete`: a part of it is not, and says how a charge was paid.
 */
export type BankFailure =
  | { ok: false; reason: "connection" | "timeout" | "answer" | "incomplete" }
  | { ok: false; reason: "status" | "missing"; status: number };
export type BankAnswer<Value> = { ok: true; value: Value } | BankFailure;

/** A devolution that has reached the payer; banks may leave out when. */
type BankDevolution = { id: string; amount: string; at: Date | undefined };

/** A Pix that was received; amounts in BRL with two decimals. Who paid is not read. */
type BankPix = {
  endToEndId: string;
  amount: string;
  at: Date;
  devolutions: BankDevolution[];
};

export type BankCharge = {
  isPaid: boolean;
  /** The charge is neither paid nor removed; it may have expired. */
  isActive: boolean;
  amount: string;
  createdAt: Date;
  expiresAt: Date;
  /** 'Pix Copia e Cola'; banks may leave it out, of active charges too. */
  code: string | undefined;
  /** The address from which the payer's bank reads the charge, without a scheme: the code can be built from it. */
  location: string | undefined;
  pix: BankPix[];
  /** It is paid, and the Pix that could be read are less than its amount: there is none, or another could not be read. */
  isIncomplete: boolean;
  /** The faults of records that were left out, without their values: "pix.1.valor". */
  skipped: string[];
};

const amount = z.string().regex(/^(?!0+\.00$)\d{1,10}\.\d{2}$/);
const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()));

const devolutionSchema = z.object({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  valor: amount,
  status: z.string(),
  horario: z
    .object({ solicitacao: instant.optional(), liquidacao: instant.optional() })
    .nullish()
    .transform((times) => times?.liquidacao ?? times?.solicitacao),
});

/** Each record of a list is read for itself: an odd one does not cost the others. */
const records = z
  .array(z.unknown())
  .max(1000)
  .nullish()
  .transform((rows) => rows ?? []);

const pixSchema = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor: amount,
  horario: instant,
  devolucoes: records,
});

const statuses = [
  "ATIVA",
  "CONCLUIDA",
  "REMOVIDA_PELO_USUARIO_RECEBEDOR",
  "REMOVIDA_PELO_PSP",
] as const;

/** Host and path, at most as long as a code can hold; some banks add the scheme. */
const location = z
  .string()
  .transform((text) => text.replace(/^https?:\/\//i, ""))
  .pipe(
    z
      .string()
      .regex(/^[A-Za-z0-9.-]+(:\d+)?\/[\x21-\x7e]+$/)
      .max(77),
  )
  .optional()
  .catch(undefined);

export const chargeSchema = z.object({
  txid: z.string(),
  status: z.enum(statuses),
  calendario: z.object({ criacao: instant, expiracao: z.coerce.number().int().min(1) }),
  valor: z.object({ original: amount }),
  /** EMV payload with its checksum at the end. */
  pixCopiaECola: z
    .string()
    .max(600)
    .regex(/^000201[\x20-\x7e]+6304[0-9A-Fa-f]{4}$/)
    .optional()
    .catch(undefined),
  location,
  loc: z.object({ location }).optional().catch(undefined),
  pix: records,
});

export const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  expires_in: z.coerce.number().min(1).max(1e9).default(300),
});

export const callbackSchema = z.object({ webhookUrl: z.string().max(2000) });

/** The answer to a request by https. */
export type HttpAnswer = { status: number; text: string };

export const nonsense = { ok: false, reason: "answer" } as const;

export function checkStatus({ status }: HttpAnswer): BankFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return { ok: false, reason: status === 404 ? "missing" : "status", status };
}

export function parseAnswer<Schema extends z.ZodType>(
  answer: BankAnswer<HttpAnswer>,
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

export function toCharge(row: z.output<typeof chargeSchema>): BankAnswer<BankCharge> {
  const { status, calendario, valor, pixCopiaECola: code } = row;
  const location = row.location ?? row.loc?.location;
  const skipped: string[] = [];
  const pix = readRecords(row.pix, pixSchema, "pix", skipped).map(toPix(skipped));
  const isActive = status === "ATIVA";
  const isPaid = status === "CONCLUIDA";
  if (isActive && !code && !location) return nonsense;
  const received = pix.reduce((sum, { amount }) => sum + toCents(amount), 0);
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
      location,
      pix,
      // A missing Pix would be charged a second time.
      isIncomplete:
        isPaid &&
        received < toCents(valor.original) &&
        (pix.length === 0 || pix.length < row.pix.length),
      skipped,
    },
  };
}

/** The records that are as the API says; the others are added to `skipped`. */
function readRecords<Schema extends z.ZodType>(
  rows: readonly unknown[],
  schema: Schema,
  list: string,
  skipped: string[],
): z.output<Schema>[] {
  return rows.flatMap((row, index) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return [parsed.data];
    skipped.push([list, index, ...(parsed.error.issues[0]?.path ?? [])].join("."));
    return [];
  });
}

const toPix =
  (skipped: string[]) =>
  ({ endToEndId, valor, horario, devolucoes }: z.output<typeof pixSchema>): BankPix => ({
    endToEndId,
    amount: valor,
    at: horario,
    devolutions: readRecords(devolucoes, devolutionSchema, "devolucoes", skipped)
      .filter((devolution) => devolution.status === "DEVOLVIDO")
      .map(({ id, valor: returned, horario: at }) => ({ id, amount: returned, at })),
  });
