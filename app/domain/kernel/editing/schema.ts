import { z } from "#app/shared/zod.ts";

/** Lone surrogates, line separators and bidirectional control characters. */
const invisible = "\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";
const forbiddenInLine = new RegExp(`[\\p{Cc}${invisible}]`, "u");
const forbiddenInText = new RegExp(`[${invisible}]|[^\\P{Cc}\\n\\t]`, "u");

const defaultLineLength = 120;
const notAllowed = { error: "Há caracteres que não são permitidos." };
const tooLong = (max: number) => ({ error: `Use no máximo ${max} caracteres.`, abort: true });

/** One line of text, trimmed. `message` is the error for a missing or too short value. */
export function textLine(min: number, message: string, max = defaultLineLength) {
  return checkLine(z.string({ error: message }), min, message, max);
}

/**
 * A phone, document or CEP with its marks, often copied from a chat: invisible characters are removed, and every kind of hyphen
 * and space becomes a plain one.
 */
export function numberLine(min: number, message: string, max = defaultLineLength) {
  return checkLine(z.string({ error: message }).overwrite(cleanMarks), min, message, max);
}

function cleanMarks(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\s+/gu, " ");
}

function checkLine(line: z.ZodString, min: number, message: string, max: number) {
  return line
    .trim()
    .normalize("NFC")
    .min(min, { error: message, abort: true })
    .max(max, tooLong(max))
    .refine((text) => !forbiddenInLine.test(text), notAllowed);
}

/** Text of several lines, with line ends normalized to LF; may be empty. */
export function multilineText(max: number) {
  return z
    .string({ error: "Texto inválido." })
    .transform((text) => text.replace(/\r\n?|[\u2028\u2029]/g, "\n").normalize("NFC"))
    .pipe(
      z
        .string()
        .max(max, tooLong(max))
        .refine((text) => !forbiddenInText.test(text), notAllowed),
    );
}

/** An optional line; empty text becomes null. */
export function optionalTextLine(max = defaultLineLength) {
  return textLine(0, "Texto inválido.", max)
    .transform((text) => text || null)
    .nullable();
}

/** A `numberLine` whose empty text becomes null. */
export function optionalNumberLine(max = defaultLineLength) {
  return numberLine(0, "Texto inválido.", max)
    .transform((text) => text || null)
    .nullable();
}

/** The text that a list is searched for. */
export const searchSchema = z
  .string()
  .max(200, { error: "Use no máximo 200 caracteres." })
  // PostgreSQL has no texts with this character.
  .refine((search) => !search.includes("\0"), { error: "Busca inválida." });

const priceMessage = "Preço deve ser um número a partir de 0 com até duas casas decimais.";
/** A price in BRL, not negative, with at most two decimals. */
export const priceSchema = z
  .number({ error: priceMessage })
  .refine((price) => /^\d{1,7}(\.\d{1,2})?$/.test(String(price)), { error: priceMessage });

export const maxAmount = 9_999_999.99;

/**
 * An amount in BRL, not negative, with at most two decimals. `message` is the error for a negative value.
 */
export function amountSchema(message: string) {
  return z
    .number({ error: "Informe um número." })
    .min(0, { error: message, abort: true })
    .max(maxAmount, { error: "O valor máximo é R$ 9.999.999,99.", abort: true })
    .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)), {
      error: "Use no máximo duas casas decimais.",
    });
}

const [firstYear, yearAfterLast] = ["1970", "2100"];

/** Returns whether date arithmetic and both database engines can represent the date or instant and its neighbours. */
function isWithinYears(isoText: string): boolean {
  return isoText >= firstYear && isoText < yearAfterLast;
}

/** A date of a request. `message` is the error for anything else, and for a year that no shop computes with. */
export function boundedDate(message: string) {
  return z.iso.date({ error: message }).refine(isWithinYears, { error: message });
}

/** An instant of a request, as `boundedDate`; with `offset` in any time zone. */
export function boundedInstant(message: string, { offset = false } = {}) {
  return z.iso.datetime({ offset, error: message }).refine(isWithinYears, { error: message });
}

/** A number with at most three decimals, such as a weight in kg. `message` is the error for anything else. */
export function kilosSchema(message: string) {
  return z
    .number({ error: message })
    .refine((value) => /^-?\d+(?:\.\d{1,3})?$/.test(String(value)), {
      error: message,
      abort: true,
    });
}

const keyError =
  "Use chaves de até 40 letras, números, pontos, hífens, dois-pontos ou sublinhados.";
const valueError = "Use textos de até 500 caracteres.";

/** Values that other systems store with a row, such as their own ids. Only the administrator and tokens see them. */
export const metadataSchema = z
  .record(
    z.string().regex(/^[a-z0-9][\w.:-]{0,39}$/i, { error: keyError }),
    textLine(0, valueError, 500),
    { error: "Envie um objeto de textos." },
  )
  .refine((metadata) => Object.keys(metadata).length <= 20, { error: "Use no máximo 20 chaves." })
  .meta({
    description:
      "Dados do integrador, como ids de outro sistema: até 20 textos. Só o administrador os vê. Um envio substitui todos.",
    examples: [{ erp_id: "1042" }],
  });

/** Matches every version: a stored row has 1 or more. */
export const anyVersion = 0;

export const versionSchema = z
  .int({ error: "Informe a versão que você leu." })
  .min(1, { error: "Informe a versão que você leu." })
  .meta({ description: "A versão lida: se outra foi gravada desde então, a resposta é 409." });

export const positionSchema = z
  .int({ error: "Posição deve ser um número inteiro a partir de 0." })
  .min(0, { error: "Posição deve ser um número inteiro a partir de 0." })
  .max(1_000_000, { error: "Posição grande demais." });

export const titleSchema = textLine(1, "Título é obrigatório", 300);

/** Characters allowed in a slug; see spec point 4 for its derivation from a title. */
export const slugSchema = textLine(1, "Slug é obrigatório", 200)
  .regex(/^[a-z0-9_-]*$/, {
    error: "Use apenas letras minúsculas sem acento, números e hífens.",
  })
  // Programs that read the catalogue into objects by slug would change what all objects inherit.
  .refine((slug) => !(slug in {}), { error: "Este slug é reservado. Escolha outro." });

export const flagSchema = z.boolean({ error: "Informe verdadeiro ou falso." });

/** A column of a file that is imported. */
export const fileColumnSchema = z.object({
  heading: z.string().meta({ description: "O título na planilha." }),
  column: z.string().meta({ description: "O dado que ela é; vazio: não muda nada." }),
  example: z.string().meta({ description: "A célula da primeira linha." }),
});
export type FileColumn = z.infer<typeof fileColumnSchema>;

/** The ids of a list's rows, first to last. */
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

/** A row's position after a reordering. */
export const rowPositionSchema = z.object({ id: z.uuid(), position: z.int(), version: z.int() });
export type RowPosition = z.infer<typeof rowPositionSchema>;

/** Result of a save: the stored row, or the reason why nothing was stored. */
export type SaveResult<Row> = { ok: true; row: Row } | SaveRejection<Row>;

/** A field that no two rows may share. */
export type UniqueField = "slug" | "external_id" | "document" | "email";

/** The columns of every editable row. `version` counts its changes. */
export type VersionedRow = { id: string; version: number };

export type SaveRejection<Row> =
  | EditRejection<Row>
  /** Another row has this value; `current` is that row, unless it was deleted meanwhile. */
  | { ok: false; reason: "taken"; field: UniqueField; current: Row | undefined };

export type EditRejection<Row> =
  | { ok: false; reason: "not-found" }
  /** Another editor saved first; `current` is the stored row. */
  | { ok: false; reason: "stale"; current: Row }
  /** The saved row would break a rule between its fields. */
  | { ok: false; reason: "invalid"; errors: FieldError[] };

/** `field` is a path: "sale_options.1.price". */
export type FieldError = { field: string; message: string };

/** Columns of a deleted row that is inserted again. */
export type RestoredIdentity = { id: string; version: number; created_at?: Date };
