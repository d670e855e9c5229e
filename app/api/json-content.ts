import { z } from "@hono/zod-openapi";

/** A JSON body of an operation, with an example. */
export function jsonContent<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { "application/json": { schema, example } };
}

/** A response with a JSON body. */
export function jsonResponse<S extends z.ZodType>(
  description: string,
  schema: S,
  example: z.input<S>,
) {
  return { description, content: jsonContent(schema, example) };
}

/** The required JSON body of a request. */
export function jsonRequestBody<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { required: true as const, content: jsonContent(schema, example) };
}

/** The shape of every list of the API. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: "Envie como `cursor` para a próxima página; nulo: não há mais." }),
  });
}

/** A list without further pages. */
export function completeList<T>(items: T[]): { items: T[]; next_cursor: string | null } {
  return { items, next_cursor: null };
}
