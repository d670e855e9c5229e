import { saleUnits } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";

const lotSchema = z.object({
  lot: z.string(),
  quantity: z.number().meta({ description: "Como a nota diz." }),
  made_on: z.iso.date().nullable(),
  expires_on: z.iso.date().nullable(),
});

const itemSchema = z.object({
  position: z.int().meta({ description: "`nItem`, a partir de 1." }),
  code: z.string().meta({ description: "O código do fornecedor." }),
  ean: z.string().nullable().meta({ description: "null: sem GTIN." }),
  taxed_ean: z.string().nullable(),
  description: z.string(),
  unit: z.string().meta({ description: "A unidade da nota." }),
  quantity: z.number(),
  taxed_quantity: z.number(),
  cost: z.number().meta({
    description:
      "O que o item custou, em reais: produtos menos desconto e ICMS desonerado que a nota deduz, mais frete, seguro, outras despesas, IPI, ICMS-ST e FCP-ST. O que não compõe o total (`indTot` 0) não custa nada.",
  }),
  lots: z.array(lotSchema),
});

const matchSchema = z.object({
  product_id: z.uuid(),
  title: z.string(),
  unit: z.enum(saleUnits).meta({ description: "A unidade principal do produto." }),
  factor: z.number().meta({ description: "Quantas unidades principais há em uma da nota." }),
  readings: z.array(z.number()).meta({
    description:
      "O que código, quantidade tributável e unidade dizem de `factor`; com mais de um valor, pergunte a quem recebe.",
  }),
  by: z.enum(["ean", "code"]).meta({ description: "`code`: como da última vez." }),
});

const invoiceSchema = z.object({
  access_key: z.string(),
  number: z.int(),
  series: z.int(),
  issued_on: z.iso.date(),
  supplier: z.object({
    document: z.string(),
    name: z.string().meta({ examples: ["Frutas do Vale Ltda."] }),
  }),
  is_authorized: z.boolean().meta({ description: "false: o arquivo não traz o protocolo." }),
  items: z.array(itemSchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;
export type InvoiceItem = Invoice["items"][number];

export const invoicePreviewSchema = invoiceSchema.extend({
  items: z.array(
    itemSchema.extend({
      match: matchSchema.nullable(),
      suggested_factor: z.number().meta({ description: "O que a unidade da nota diz, ou 1." }),
    }),
  ),
});
export type InvoicePreview = z.infer<typeof invoicePreviewSchema>;

const factorMessage = "Informe quantas unidades há em uma da nota, com até três casas decimais.";

/** The choices for the items of an invoice; those that are not in the list are not received. */
export const invoiceChoicesSchema = z
  .array(
    z.strictObject({
      position: z.int({ error: "Informe a posição do item." }),
      product_id: z.guid({ error: "Produto inválido." }).toLowerCase(),
      factor: z
        .number({ error: factorMessage })
        .gt(0, { error: factorMessage })
        .max(100_000, { error: factorMessage })
        .refine((value) => Math.round(value * 1000) / 1000 === value, { error: factorMessage }),
    }),
    { error: "Informe os itens." },
  )
  .min(1, { error: "Escolha o produto de ao menos um item." })
  .max(990, { error: "Uma NF-e tem no máximo 990 itens." })
  .refine((items) => new Set(items.map(({ position }) => position)).size === items.length, {
    error: "Há itens repetidos.",
  });
export type InvoiceChoices = z.output<typeof invoiceChoicesSchema>;
