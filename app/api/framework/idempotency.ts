import { z } from "@hono/zod-openapi";
import type { SaveResult, VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import type { KeyedRequest, KeyReused } from "#app/domain/kernel/idempotency.server.ts";
import { problem, problemResponse } from "./problem.ts";
import { requireSaved, type TakenMessages } from "./rows.ts";

const keyMessage = "Envie o cabeçalho Idempotency-Key com 8 a 200 caracteres visíveis (ASCII).";

/** Identifies one request over all its attempts: 8 to 200 visible ASCII characters. */
export const idempotencyKeySchema = z
  .string({ error: keyMessage })
  .regex(/^[\x21-\x7e]{8,200}$/, { error: keyMessage });

/** The optional header by which a POST is repeated without effect. */
export const keyHeader = z.object({
  "Idempotency-Key": idempotencyKeySchema.optional().meta({
    description:
      "Uma chave por requisição, a mesma em cada nova tentativa: por 24 horas, repetir responde o que já foi gravado.",
    examples: ["0d9f2d2e-6f0e-4f5c-9a57-3a4b8f2f7f10"],
  }),
});

/** The request as it is stored under its key; undefined without a key. */
export function keyedRequest(
  route: string,
  header: z.output<typeof keyHeader>,
  body: unknown,
): KeyedRequest | undefined {
  const key = header["Idempotency-Key"];
  return key === undefined ? undefined : { route, key, body };
}

const keyReused = {
  kind: "key-reused",
  title: "Chave já usada por outra requisição",
  detail: "Use uma Idempotency-Key nova para um corpo diferente.",
};

export const keyReusedResponse = problemResponse(
  422,
  "A Idempotency-Key é de outra requisição.",
  keyReused,
);

export function keyReusedProblem() {
  return problem(422, keyReused);
}

/** The created row, now or by an earlier request with the same key. */
export function requireCreated<Row extends VersionedRow>(
  created: SaveResult<Row> | KeyReused,
  taken: TakenMessages,
): Row {
  if (!created.ok && created.reason === "key-reused") throw keyReusedProblem();
  return requireSaved(created, taken);
}
