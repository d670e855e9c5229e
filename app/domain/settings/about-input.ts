import { z } from "zod";
import { optionalPictureSchema } from "#app/domain/media/schema.ts";
import { line, prose } from "#app/domain/text/schema.ts";

const invalid = "Texto inválido.";
const short = line(0, invalid, 300);
const long = prose(5000);
const unknown = { error: "Envie um objeto com os campos da página Sobre." };

function listOf<T extends z.ZodType>(item: T) {
  return z.array(item, { error: "Envie uma lista." }).max(50, { error: "Use no máximo 50 itens." });
}

/** In bytes, as the column counts them. */
const largest = 400_000;
const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const fields = z.strictObject(
  {
    hero: z.strictObject(
      {
        title: short,
        subtitle: line(0, invalid, 1000),
        location: short,
        image_url: optionalPictureSchema.transform((address) => address ?? ""),
      },
      unknown,
    ),
    stats: listOf(z.strictObject({ number: short, label: short }, unknown)),
    mission_vision: z.strictObject({ mission: long, vision: long }, unknown),
    values: listOf(z.strictObject({ title: short, description: long }, unknown)),
    timeline: listOf(z.strictObject({ year: short, title: short, description: long }, unknown)),
    team: listOf(z.strictObject({ title: short, subtitle: short, description: long }, unknown)),
    certifications: listOf(line(1, "Nome da certificação é obrigatório", 300)),
  },
  unknown,
);

/** The about page as its editor writes it, whole. */
export const aboutPageInputSchema = fields.refine((page) => sizeOf(page) <= largest, {
  error: "O conteúdo da página é grande demais.",
});
