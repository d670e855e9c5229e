import { z } from "#app/shared/zod.ts";

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
    .optional(),
  pix: z.array(pixSchema).max(1000).default([]),
});

export const tokenSchema = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  expires_in: z.coerce.number().min(1).max(1e9).default(300),
});

export const callbackSchema = z.object({ webhookUrl: z.string().max(2000) });

/** Of a request by https. */
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
