import { z } from "zod";

/** Halves of a surrogate pair and marks that break lines or turn the reading direction unseen: nobody types them. */
const unseen = "\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const unreadableInLine = new RegExp(`[\\p{Cc}${unseen}]`, "u");
const unreadableInProse = new RegExp(`[${unseen}]|[^\\P{Cc}\\n\\t]`, "u");

const usualLength = 120;
const notAllowed = { error: "Há caracteres que não são permitidos." };
const tooLong = (max: number) => ({ error: `Use no máximo ${max} caracteres.`, abort: true });

/** One line of text, trimmed. `message` answers a missing, mistyped or too short one. */
export function textLine(min: number, message: string, max = usualLength) {
  return z
    .string({ error: message })
    .trim()
    .normalize("NFC")
    .min(min, { error: message, abort: true })
    .max(max, tooLong(max))
    .refine((text) => !unreadableInLine.test(text), notAllowed);
}

/** Text of several lines, whose ends become plain ones; it may be empty. */
export function multilineText(max: number) {
  return z
    .string({ error: "Texto inválido." })
    .transform((text) => text.replace(/\r\n?|[\u2028\u2029]/g, "\n").normalize("NFC"))
    .pipe(
      z
        .string()
        .max(max, tooLong(max))
        .refine((text) => !unreadableInProse.test(text), notAllowed),
    );
}

/** A line that may be left empty, which counts as nothing said. */
export function optionalTextLine(max = usualLength) {
  return textLine(0, "Texto inválido.", max)
    .transform((text) => text || null)
    .nullable();
}

/** What a price column holds, in BRL. */
const most = 9_999_999.99;

/** An amount in BRL from 0 on, with at most two decimals. `message` answers a negative or mistyped one. */
export function amountSchema(message: string) {
  return z
    .number({ error: message })
    .min(0, { error: message, abort: true })
    .max(most, { error: "O valor máximo é R$ 9.999.999,99.", abort: true })
    .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)), {
      error: "Use no máximo duas casas decimais.",
    });
}

/** What every editable row has in common. */

export const versionSchema = z
  .int({ error: "Informe a versão que você leu." })
  .min(1, { error: "Informe a versão que você leu." })
  .meta({ description: "A versão lida: se outra foi gravada desde então, a resposta é 409." });

export const positionSchema = z
  .int({ error: "Posição deve ser um número inteiro a partir de 0." })
  .min(0, { error: "Posição deve ser um número inteiro a partir de 0." })
  .max(1_000_000, { error: "Posição grande demais." });

export const titleSchema = textLine(1, "Título é obrigatório", 300);

/** How a slug may look in an address; spec point 4 says how one is made of a title. */
export const slugSchema = textLine(1, "Slug é obrigatório", 200).regex(/^[a-z0-9_-]*$/, {
  error: "Use apenas letras minúsculas sem acento, números e hífens.",
});

export const flagSchema = z.boolean({ error: "Informe verdadeiro ou falso." });

/** The order of a list: the ids of its rows, first to last. */
export const rowOrderSchema = z.strictObject(
  {
    ids: z
      .array(z.guid({ error: "Identificador inválido." }).toLowerCase(), {
        error: "Informe os ids na ordem desejada.",
      })
      .min(1, { error: "Informe ao menos um id." })
      .max(10_000, { error: "Informe no máximo 10.000 ids." })
      .refine((ids) => new Set(ids).size === ids.length, { error: "Há ids repetidos." }),
  },
  { error: "Envie um objeto com ids." },
);

/** Where a row stands after a reordering. */
export const rowPositionSchema = z.object({ id: z.uuid(), position: z.int(), version: z.int() });
export type RowPosition = z.infer<typeof rowPositionSchema>;

/** How a save ended: the row as it is stored now, or why nothing was stored. */
export type SaveResult<Row> = { ok: true; row: Row } | SaveRejection<Row>;

export type SaveRejection<Row> =
  | { ok: false; reason: "not-found" }
  /** Somebody saved in between: the row as they left it. */
  | { ok: false; reason: "stale"; current: Row }
  | { ok: false; reason: "slug-taken" };
