import { z } from "@hono/zod-openapi";
import type { Context } from "hono";

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

/** A CSV file as a response. */
export function csvResponse(description: string, example: string) {
  return { 200: { description, content: { "text/csv": { schema: z.string(), example } } } };
}

/** Answers with a CSV file, which browsers save as `name`. */
export function sendCsv(c: Context, name: string, text: string | ReadableStream): Response {
  return c.body(text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}.csv"`,
  });
}

/** The body of a request that sends a form with a file. */
export function formBody(properties: Record<string, object> = {}) {
  const file = { type: "string", format: "binary" };
  const schema = { type: "object", required: ["file"], properties: { file, ...properties } };
  return { required: true, content: { "multipart/form-data": { schema } } };
}
