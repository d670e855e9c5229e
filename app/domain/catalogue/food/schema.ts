import { textLine } from "#app/domain/kernel/editing/schema.ts";
import {
  type Allergen,
  allergenNames,
  type Nutrient,
  nutrientNames,
  nutrients,
} from "#app/shared/food-facts.ts";
import { z } from "#app/shared/zod.ts";

const maxText = 200;
const unknownPart = { error: "Dados do alimento inválidos." };

const allergenList = z
  .array(z.enum(allergenNames, { error: "Escolha da lista de alergênicos." }), unknownPart)
  .transform((names): Allergen[] => allergenNames.filter((name) => names.includes(name)));

const amountError = "Use um número de 0 a 100.000.";
const amount = z
  .number({ error: amountError })
  .min(0, { error: amountError })
  .max(100_000, { error: amountError });

const gramsError = "Use um número maior que 0, em gramas.";
const grams = z
  .number({ error: gramsError })
  .positive({ error: gramsError })
  .max(1_000_000, { error: gramsError });

const amounts = Object.fromEntries(
  nutrientNames.map((name) => {
    const { label, unit } = nutrients[name];
    return [name, amount.meta({ description: `${label}, em ${unit}.` })];
  }),
) as Record<Nutrient, typeof amount>;

/** The nutrients per 100 g, or 100 ml of a liquid; the table is complete or absent, as the law requires. */
export const nutritionSchema = z
  .strictObject(amounts, unknownPart)
  .refine(
    ({ carbohydrates, protein, fat, fiber }) => carbohydrates + protein + fat + fiber <= 105,
    {
      error: "Em 100 g não cabem mais de 100 g de nutrientes: confira os valores.",
      path: ["carbohydrates"],
    },
  );
export type Nutrition = z.output<typeof nutritionSchema>;

const registrationError = "Escreva como SIF 1234, SISBI 123, SIE 12 ou SIM 12/2024.";
const text = textLine(1, "Texto inválido.", maxText);

/** The label of a food, as far as the seller has entered it. */
export const foodSchema = z.strictObject(
  {
    contains: allergenList.optional().meta({ description: "Alergênicos: 'CONTÉM'." }),
    may_contain: allergenList.optional().meta({ description: "Alergênicos: 'PODE CONTER'." }),
    gluten: z
      .boolean({ error: "Informe verdadeiro ou falso." })
      .optional()
      .meta({ description: "`false`: 'NÃO CONTÉM GLÚTEN'." }),
    nutrition: nutritionSchema.optional().meta({ description: "Por 100 g ou 100 ml." }),
    liquid: z
      .boolean({ error: "Informe verdadeiro ou falso." })
      .optional()
      .meta({ description: "Os valores são por 100 ml." }),
    portion: grams.optional().meta({ description: "A porção, em g ou ml." }),
    exempt: z
      .boolean({ error: "Informe verdadeiro ou falso." })
      .optional()
      .meta({ description: "A lei dispensa o aviso 'ALTO EM' para este alimento." }),
    conservation: text.optional().meta({ examples: ["Manter a −18 °C"] }),
    thawed: text
      .optional()
      .meta({ description: "Depois de descongelar.", examples: ["Consumir em até 24 horas"] }),
    origin: text.optional().meta({ examples: ["Brasil"] }),
    registration: textLine(1, registrationError, 40)
      .transform((code) => code.toUpperCase())
      .refine((code) => /^(?:SIF|SISBI(?:-POA)?|SIE|SIM)\s?\/?\s?[\d./-]+$/.test(code), {
        error: registrationError,
      })
      .optional()
      .meta({ description: "Registro de inspeção.", examples: ["SIF 1234"] }),
    net_weight: grams.optional().meta({
      description:
        "Peso líquido de uma unidade principal, em gramas: do pacote inteiro, se é vendido em pacotes.",
    }),
  },
  { error: "Envie um objeto com os dados do alimento." },
);
export type Food = z.output<typeof foodSchema>;
