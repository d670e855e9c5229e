import { textLine } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";
import { isPictureAddress } from "./rules.ts";

const maxAddressLength = 2000;
const message = "Endereço de imagem inválido: envie uma imagem ou use um endereço https://.";

/** "/media/…" or "https://…". */
const pictureAddressSchema = textLine(1, message, maxAddressLength).refine(isPictureAddress, {
  error: message,
});

/** The same or null; empty text becomes null. */
export const optionalPictureSchema = textLine(0, message, maxAddressLength)
  .refine((address) => address === "" || isPictureAddress(address), { error: message })
  .transform((address) => address || null)
  .nullable();

export const pictureListSchema = z
  .array(pictureAddressSchema, { error: "Imagens inválidas." })
  .max(100, { error: "Use no máximo 100 imagens." });
