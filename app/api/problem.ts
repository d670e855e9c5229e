import { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { changedLineSchema } from "#app/domain/orders/schema.ts";

const fieldErrorSchema = z
  .object({
    field: z.string().meta({ description: "Caminho do campo.", examples: ["customer.email"] }),
    message: z.string().meta({ examples: ["E-mail inválido"] }),
  })
  .meta({ id: "FieldError" });

/** Every error's body: RFC 9457, `title` and `detail` in Portuguese, `type` for programs. */
export const problemSchema = z
  .object({
    type: z.string().meta({ examples: ["urn:pomar:invalid-input"] }),
    title: z.string().meta({ examples: ["Dados inválidos"] }),
    status: z.int().meta({ examples: [400] }),
    detail: z.string().optional(),
    errors: z.array(fieldErrorSchema).optional().meta({ description: "Um por campo recusado." }),
    lines: z
      .array(changedLineSchema.meta({ id: "ChangedLine" }))
      .optional()
      .meta({ description: "As linhas do pedido que mudaram, e como estão agora." }),
    numero_pedido: z
      .int()
      .optional()
      .meta({ description: "O pedido que já usa a mesma Idempotency-Key." }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problemSchema>;

export const problemMediaType = "application/problem+json";

type ProblemKind = Omit<Problem, "type" | "status"> & { kind: string };
type ProblemStatus = keyof typeof problemMeanings;

/** The errors an operation may answer, each said once for the published document. */
const problemMeanings = {
  400: "Dados inválidos: `errors` diz cada campo.",
  401: "É preciso entrar como administrador.",
  403: "O pedido veio de uma página de outro site.",
  404: "Não existe.",
  405: "Método não permitido; `Allow` diz quais são.",
  409: "O pedido não pode ser aceito como está: `lines` diz o que mudou.",
  413: "Corpo grande demais.",
  415: "O corpo precisa ser application/json.",
  422: "A chave já foi usada por outro pedido: `numero_pedido`.",
  429: "Pedidos demais; `Retry-After` diz quando tentar de novo.",
  500: "Falha do servidor.",
  503: "Indisponível por ora.",
  504: "O serviço consultado não respondeu a tempo.",
} as const;

/** An error answer to throw: `throw problem(404, { kind: "not-found", title: "Não encontrado" })`. */
export function problem(
  status: ProblemStatus,
  { kind, ...rest }: ProblemKind,
  headers?: Record<string, string>,
): HTTPException {
  const body: Problem = { type: `urn:pomar:${kind}`, status, ...rest };
  const res = new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": problemMediaType, "Cache-Control": "no-store", ...headers },
  });
  return new HTTPException(status, { res, message: kind });
}

/** The error answers of an operation, for its description. */
export function problemResponses(...statuses: ProblemStatus[]) {
  const described = [...statuses, 500 as const].map((status) => [
    status,
    {
      description: problemMeanings[status],
      content: { [problemMediaType]: { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(described) as Record<
    never,
    {
      description: string;
      content: Record<typeof problemMediaType, { schema: typeof problemSchema }>;
    }
  >;
}
