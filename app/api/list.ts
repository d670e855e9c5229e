import { z } from "@hono/zod-openapi";

/** A list as every answer of the API carries it; the catalogue always comes whole. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Envie como `cursor` para a próxima página; nulo: não há mais." }),
  });
}

export function wholeList<T>(items: T[]): { items: T[]; next_cursor: string | null } {
  return { items, next_cursor: null };
}
