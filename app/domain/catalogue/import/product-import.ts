import { fileColumnSchema } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { columnHeadings } from "./product-csv.ts";

/** The types and limits of the import of a product file, and its report. */

export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 10_000;

const importStatuses = ["new", "changed", "unchanged", "rejected", "skipped"] as const;

const importRowSchema = z.object({
  row: z.int().meta({ description: "A linha na planilha; o cabeçalho é a 1." }),
  slug: z.string(),
  title: z.string(),
  status: z.enum(importStatuses),
  version: z.int().optional().meta({ description: "A versão do produto que foi lida." }),
  price: z.number().optional().meta({ description: "O preço depois da importação." }),
  stock: z.number().optional().meta({ description: "O estoque depois da importação." }),
  changes: z
    .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
    .optional()
    .meta({ description: "As colunas que mudam; textos longos abreviados." }),
  errors: z
    .array(z.object({ column: z.string(), message: z.string() }))
    .optional()
    .meta({ description: "Por que a linha foi recusada ou pulada." }),
  warnings: z
    .array(z.object({ column: z.string(), message: z.string() }))
    .optional()
    .meta({ description: "O que parece errado e é gravado assim mesmo." }),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const importResultSchema = z.object({
  type: z.literal("result"),
  columns: z.array(fileColumnSchema),
  unclear: z.string().optional().meta({
    description: "Só no ensaio: por que é preciso dizer em `columns` qual é cada coluna.",
  }),
  rows: z.array(importRowSchema),
});

/** One line of the response: progress, then the result, or the failure of the server. */
export const importLineSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("progress"),
    phase: z.enum(["check", "save"]),
    done: z.int(),
    total: z.int(),
  }),
  importResultSchema,
  z.object({ type: z.literal("failure"), title: z.string() }),
]);
export type ImportLine = z.infer<typeof importLineSchema>;
export type ImportProgress = Extract<ImportLine, { type: "progress" }>;

/** The versions that a dry run read, by slug: a product with another version is not changed. */
export const seenVersionsSchema = z.record(z.string().max(200), z.int().min(1), {
  error: "Envie as versões por slug, como o ensaio as mostrou.",
});
export type SeenVersions = z.infer<typeof seenVersionsSchema>;

/** The columns of a file, in its order. */
export const chosenColumnsSchema = z
  .array(z.enum(["", ...columnHeadings]), {
    error: "Envie os nomes das colunas na ordem do arquivo; vazio para as que não valem.",
  })
  .max(100);

export const importFileErrors = {
  empty: "O arquivo está vazio.",
  "too-large": "O arquivo passa de 10 MB.",
  "too-many-rows": `O arquivo tem mais de ${maxImportRows.toLocaleString("pt-BR")} linhas.`,
  binary: "O arquivo não é um CSV. Na planilha, salve como CSV (separado por ponto e vírgula).",
  "no-title": "Não achamos a coluna com o nome dos produtos: diga qual é cada coluna.",
  "repeated-column": "Há duas colunas para o mesmo dado: diga qual delas vale.",
  "too-many-columns": "O arquivo tem mais de 100 colunas.",
  "too-long-row": "Uma linha tem mais de 160.000 caracteres: confira se há aspas sem fim.",
  "open-quote": "Há aspas sem fim ou fora do lugar: as linhas depois delas não podem ser lidas.",
} as const;
export type ImportFileError = keyof typeof importFileErrors;
