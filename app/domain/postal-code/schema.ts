import { z } from "#app/shared/zod.ts";

/**
 * The address of a postal code, with the field names of spec point 7. Small towns have one code without a street: "".
 */
export const postalAddressSchema = z.object({
  cep: z.string().meta({ examples: ["01310100"] }),
  logradouro: z.string().meta({ examples: ["Avenida Paulista"] }),
  bairro: z.string().meta({ examples: ["Bela Vista"] }),
  localidade: z.string().meta({ examples: ["São Paulo"] }),
  uf: z.string().meta({ examples: ["SP"] }),
});
