import { textLine } from "#app/domain/kernel/editing/schema.ts";
import { z } from "#app/shared/zod.ts";

const timeError = "Informe um horário, como 18:00.";
const timeSchema = z
  .string({ error: timeError })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: timeError });

const capacityError = "Informe de 1 a 9999 pedidos, ou nada.";
const shiftSchema = z
  .strictObject({
    // The comma ends the name in an order.
    name: textLine(1, "Informe o nome do turno.", 40).regex(/^[^,]*$/, {
      error: "Sem vírgulas no nome.",
    }),
    from: timeSchema.meta({ examples: ["08:00"] }),
    until: timeSchema.meta({ examples: ["12:00"] }),
    capacity: z
      .int({ error: capacityError })
      .min(1, { error: capacityError })
      .max(9999, { error: capacityError })
      .nullable()
      .meta({ description: "Quantos pedidos cabem; nulo: quantos vierem." }),
  })
  .refine(({ from, until }) => from < until, {
    path: ["until"],
    error: "O fim vem depois do começo.",
  });
export type Shift = z.infer<typeof shiftSchema>;

const weekdayError = "Use dias de 0 (segunda) a 6 (domingo).";
const cutoffError = "Informe de 0 a 28 dias.";

/** The days of deliveries or pick-ups. An order counts for a date until `cutoff_time`, `cutoff_days` before. */
export const scheduleFields = {
  weekdays: z
    .array(z.int({ error: weekdayError }).min(0, weekdayError).max(6, weekdayError), {
      error: weekdayError,
    })
    .transform((days) => [...new Set(days)].sort())
    .meta({ description: "Os dias da semana, de 0 (segunda) a 6 (domingo)." }),
  shifts: z
    .array(shiftSchema, { error: "Informe os turnos." })
    .max(12, { error: "Use no máximo 12 turnos." })
    .refine((shifts) => new Set(shifts.map(({ name }) => name)).size === shifts.length, {
      error: "Há turnos com o mesmo nome.",
    })
    .meta({ description: "Vazio: o dia todo." }),
  cutoff_days: z.int({ error: cutoffError }).min(0, cutoffError).max(28, cutoffError),
  cutoff_time: timeSchema.meta({ description: "Até quando se pede, em São Paulo." }),
};
export const scheduleSchema = z.strictObject(scheduleFields, {
  error: "Informe dias, turnos e prazo.",
});
export type Schedule = z.infer<typeof scheduleSchema>;
