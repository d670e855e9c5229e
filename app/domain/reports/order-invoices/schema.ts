import { z } from "#app/shared/zod.ts";

const amount = z.number().meta({ description: "Em reais." });
const text = z.string().optional();

const addressSchema = z.object({
  xLgr: text,
  nro: text,
  xCpl: text,
  xBairro: text,
  cMun: text,
  xMun: text,
  UF: text,
  CEP: text,
  cPais: z.literal("1058"),
  fone: text,
});

/** An order in the groups of the NF-e, layout 4.00; docs/fiscal.md says where each value comes from. */
export const invoiceSchema = z.object({
  order_id: z.uuid(),
  order_version: z.int(),
  ide: z.object({
    natOp: z.string(),
    idDest: z.enum(["1", "2"]).optional().meta({
      description: "1: na UF da loja. 2: em outra. Ausente: falta uma das duas.",
    }),
  }),
  emit: z.object({ CNPJ: text, xNome: text, IE: text, enderEmit: addressSchema }),
  dest: z.object({
    CPF: text,
    CNPJ: text,
    xNome: text,
    indIEDest: z.enum(["1", "2", "9"]),
    IE: text,
    email: text,
    enderDest: addressSchema,
  }),
  det: z.array(
    z.object({
      nItem: z.int(),
      prod: z.object({
        cProd: z.string(),
        cEAN: z.string(),
        xProd: z.string(),
        NCM: text,
        CEST: text,
        CFOP: text,
        uCom: z.string(),
        qCom: z.number(),
        vUnCom: z.number(),
        vProd: amount,
        cEANTrib: z.string(),
        uTrib: z.string(),
        qTrib: z.number(),
        vUnTrib: z.number(),
        vFrete: amount.optional(),
        vDesc: amount.optional(),
        indTot: z.literal("1"),
      }),
    }),
  ),
  total: z.object({
    ICMSTot: z.object({ vProd: amount, vFrete: amount, vDesc: amount, vNF: amount }),
  }),
  transp: z.object({
    modFrete: z.enum(["3", "9"]).optional(),
    vol: z.array(
      z.object({
        qVol: z.int(),
        esp: z.string(),
        pesoL: z.number().meta({ description: "Em kg." }),
        pesoB: z.number().meta({ description: "Em kg, sem a embalagem, que a loja não conhece." }),
      }),
    ),
  }),
  cobr: z
    .object({
      fat: z.object({ nFat: z.string(), vOrig: amount, vDesc: amount, vLiq: amount }),
      dup: z.array(z.object({ nDup: z.string(), dVenc: z.iso.date().optional(), vDup: amount })),
    })
    .optional()
    .meta({ description: "Só de um pedido pago a prazo." }),
  pag: z.object({
    detPag: z.array(
      z.object({
        indPag: z.enum(["0", "1"]),
        tPag: text,
        xPag: text,
        vPag: amount,
        card: z
          .object({ tpIntegra: z.enum(["1", "2"]), cAut: text })
          .optional()
          .meta({ description: "De cartões, e do Pix cobrado pelo banco." }),
      }),
    ),
  }),
  infAdic: z.object({ infCpl: z.string() }),
  missing: z.array(z.string()).meta({
    description: "O que a nota exige da loja e não há, pelo lugar neste objeto.",
    examples: [["dest.enderDest.cMun", "det[0].prod.NCM"]],
  }),
  provider_adds: z.array(z.string()).meta({
    description: "O que a nota exige de quem a emite, pelo lugar neste objeto.",
    examples: [["ide.serie", "ide.nNF", "emit.CRT", "det[0].imposto"]],
  }),
});
export type OrderInvoice = z.infer<typeof invoiceSchema>;
