import { textLine } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { pixKeyType, reducePixText } from "./rules.ts";

const letters = "Use letras sem acento ou números: outros sinais não entram no código Pix.";

/** A name that has something left in the payload. */
function pixText(message: string, max: number) {
  return textLine(1, message, max).refine((text) => reducePixText(text) !== "", { error: letters });
}

/** The shop's Pix key and the recipient that the payer sees. */
export const pixSettingsSchema = z.strictObject(
  {
    key: textLine(1, "Chave Pix inválida").refine((key) => pixKeyType(key) !== undefined, {
      error: "Chave Pix inválida",
    }),
    merchant_name: pixText("Nome do recebedor é obrigatório", 100),
    merchant_city: pixText("Cidade do recebedor é obrigatória", 100),
  },
  { error: "Envie um objeto com key, merchant_name e merchant_city." },
);

export type PixSettings = z.output<typeof pixSettingsSchema>;

/** The data to pay an order by Pix. */
export const pixChargeSchema = z.object({
  code: z.string().meta({ description: "Pix Copia e Cola." }),
  amount: z.number(),
  recipient: z.string(),
  qr_code: z
    .object({ size: z.int(), path: z.string() })
    .meta({ description: "O QR code como caminho de um SVG com `size` por `size` módulos." }),
});
export type PixCharge = z.infer<typeof pixChargeSchema>;

/** The state of a charge at the bank; `requested`: the bank may or may not have it. */
export type ChargeState = "requested" | "active" | "paid" | "removed";

/** A Pix, or a devolution with a negative amount, that the bank has reported for an order's charge. */
export const reportedPixSchema = z.object({
  end_to_end_id: z.string().meta({
    description: "O identificador do Pix; de uma devolução, com o dela depois de dois pontos.",
  }),
  txid: z.string().meta({ description: "O identificador da cobrança no banco." }),
  amount: z.number().meta({ description: "Negativo: uma devolução." }),
});
export type ReportedPix = z.infer<typeof reportedPixSchema>;
