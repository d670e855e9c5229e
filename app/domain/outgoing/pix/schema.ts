import { z } from "#app/shared/zod.ts";

/** The steps of a test of the connection with the bank, in their order, with their labels. */
export const connectionStepLabels = {
  certificate: "Certificado",
  token: "Acesso",
  key: "Chave Pix",
  callback: "Avisos",
};
export type ConnectionStep = keyof typeof connectionStepLabels;

/** The result of each step; `skipped`: it was not possible, or an earlier one failed. */
export const pixTestSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(Object.keys(connectionStepLabels) as [ConnectionStep, ...ConnectionStep[]]),
      state: z.enum(["ok", "failed", "skipped"]),
      text: z.string().meta({ description: "O resultado em palavras, e o que conferir." }),
    }),
  ),
});
export type PixTest = z.output<typeof pixTestSchema>;
