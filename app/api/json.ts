import type { z } from "@hono/zod-openapi";

/** A JSON body as an operation describes it, with what one looks like. */
export function json<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { "application/json": { schema, example } };
}

/** The JSON body that an operation asks for. */
export function jsonRequest<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { required: true as const, content: json(schema, example) };
}
