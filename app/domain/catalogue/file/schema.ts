import { categoryReference } from "#app/domain/catalogue/category-schema.ts";
import { boundedDate } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";

/** Products of one file; its drawing takes a second for each hundred. */
export const maxFileProducts = 1000;

/** Days for which the link of a file opens it. */
export const fileDays = 30;

/** The seller's choices for the catalogue file. */
export const catalogueFileSchema = z.strictObject(
  {
    format: z
      .enum(["a4", "phone"], { error: "Escolha A4 ou celular." })
      .meta({ description: "`a4` para imprimir, `phone` para ler no celular." }),
    categories: z
      .array(categoryReference, { error: "Informe a lista de categorias." })
      .min(1, { error: "Escolha pelo menos uma categoria." })
      .max(200, { error: "Use no máximo 200 categorias." })
      .optional()
      .meta({ description: "Sem ela, todas; também os produtos sem categoria." }),
    prices: z
      .enum(["public", "table", "none"], { error: "Escolha os preços." })
      .meta({ description: "Os do site, os de `price_table`, ou nenhum." }),
    price_table: z.guid({ error: "Escolha a tabela de preços." }).toLowerCase().optional(),
    valid_until: boundedDate("Use uma data como 2026-12-31.").optional().meta({
      description: "O último dia dos preços, que o arquivo diz.",
    }),
    sold_out: z
      .boolean({ error: "Informe true ou false." })
      .default(false)
      .meta({ description: "Se os esgotados entram, marcados." }),
  },
  { error: "Envie um objeto com as escolhas." },
);
export type CatalogueFileRequest = z.output<typeof catalogueFileSchema>;

const progressSchema = z.object({
  type: z.literal("progress"),
  phase: z.enum(["pictures", "pages"]),
  done: z.int(),
  total: z.int(),
});
export type CatalogueFileProgress = z.infer<typeof progressSchema>;

const resultSchema = z.object({
  type: z.literal("result"),
  url: z.string().meta({
    description: "Quem tem o endereço abre o arquivo.",
    examples: ["https://loja.example/catalogo/2026-12-28-Zk3vYw5Qm8RtXc2LhP0aBg.pdf"],
  }),
  products: z.int(),
  bytes: z.int(),
  expires_on: z.iso.date().meta({ description: "O último dia do endereço." }),
});
export type CatalogueFileResult = z.infer<typeof resultSchema>;

/** One line of the response: progress, then the result, or the failure of the server. */
export const catalogueFileLineSchema = z.discriminatedUnion("type", [
  progressSchema,
  resultSchema,
  z.object({ type: z.literal("failure"), title: z.string() }),
]);
export type CatalogueFileLine = z.infer<typeof catalogueFileLineSchema>;

/** The reasons for which no file is made. Each text says what to do next. */
export const catalogueFileErrors = {
  "no-products": {
    field: "categories",
    message:
      "Nenhum produto visível e com estoque nas categorias escolhidas. Escolha outras ou inclua os esgotados.",
  },
  "too-many-products": {
    field: "categories",
    message: `São mais de ${maxFileProducts.toLocaleString("pt-BR")} produtos. Escolha menos categorias e faça mais de um arquivo.`,
  },
  "unknown-category": {
    field: "categories",
    message: "Uma categoria foi excluída ou ocultada. Abra de novo e escolha outra vez.",
  },
  "unknown-table": {
    field: "price_table",
    message: "Esta tabela de preços não existe mais. Escolha outra.",
  },
  "ended-table": {
    field: "price_table",
    message: "Esta tabela está desligada ou terminou. Escolha outra, ou mude as datas dela.",
  },
  "past-date": {
    field: "valid_until",
    message: "A validade já passou. Use hoje ou um dia depois.",
  },
  "beyond-table": {
    field: "valid_until",
    message: "A tabela termina antes. Use o último dia dela ou um dia anterior.",
  },
} as const satisfies Record<string, { field: string; message: string }>;
export type CatalogueFileError = keyof typeof catalogueFileErrors;
