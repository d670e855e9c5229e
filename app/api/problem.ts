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
    instance: z.string().optional().meta({
      description: "O pedido HTTP que falhou, como `X-Request-Id` e o registro o chamam.",
    }),
    errors: z.array(fieldErrorSchema).optional().meta({ description: "Um por campo recusado." }),
    lines: z
      .array(changedLineSchema.meta({ id: "ChangedLine" }))
      .optional()
      .meta({ description: "As linhas do pedido que mudaram, e como estão agora." }),
    current: z
      .looseObject({ id: z.uuid(), version: z.int() })
      .optional()
      .meta({ description: "A linha como está gravada agora, com a sua versão." }),
    numero_pedido: z
      .int()
      .optional()
      .meta({ description: "O pedido que já usa a mesma Idempotency-Key." }),
  })
  .meta({ id: "Problem" });
type Problem = z.infer<typeof problemSchema>;

const problemMediaType = "application/problem+json";

type ProblemKind = Omit<Problem, "type" | "status"> & { kind: string };
type ProblemStatus = keyof typeof problemMeanings;

/** The errors an operation may answer, each said once for the published document. */
const problemMeanings = {
  400: ["Dados inválidos: `errors` diz cada campo.", "invalid-input", "Dados inválidos"],
  401: ["É preciso entrar como administrador.", "unauthenticated", "É preciso entrar"],
  403: [
    "Enviado por uma página de outro site, ou por um token que só pode ler.",
    "foreign-origin",
    "Origem não permitida",
  ],
  404: ["Não existe.", "not-found", "Não encontrado"],
  405: ["`Allow` diz os métodos permitidos.", "method-not-allowed", "Método não permitido"],
  409: [
    "Recusado no estado atual; de um pedido, `lines` diz o que mudou.",
    "lines-changed",
    "O pedido mudou",
  ],
  413: ["O corpo passa do limite.", "too-large", "Conteúdo grande demais"],
  415: ["Não é application/json.", "unsupported-media-type", "Tipo de conteúdo não aceito"],
  422: ["A chave é de outro pedido.", "key-reused", "Chave já usada por outro pedido"],
  429: ["`Retry-After` diz quando tentar.", "too-many-orders", "Muitos pedidos em pouco tempo"],
  500: ["Falha do servidor.", "internal-error", "Erro interno"],
  503: ["Indisponível por ora.", "unavailable", "Indisponível no momento"],
  504: ["O serviço consultado não respondeu a tempo.", "timeout", "A consulta demorou demais"],
} as const;

const exampleDetails: { [S in ProblemStatus]?: Partial<Problem> } = {
  400: { errors: [{ field: "customer.email", message: "E-mail inválido" }] },
  409: {
    lines: [
      {
        product_id: "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55",
        unit: "caixa",
        reason: "price-changed",
        product_name: "Polpa de Açaí",
        price_seen: 12.9,
        price_now: 13.9,
        unit_now: "caixa",
        available: true,
      },
    ],
  },
  422: { numero_pedido: 1001 },
};

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
  const described = [...statuses, 500 as const].map((status) => [status, describe(status)]);
  return unnamed<ReturnType<typeof describe>>(Object.fromEntries(described));
}

/** One error answer of an operation where it means something of its own. */
export function problemResponse(
  status: ProblemStatus,
  description: string,
  { kind, ...rest }: ProblemKind,
) {
  const example: Problem = { type: `urn:pomar:${kind}`, status, ...rest };
  return unnamed({ [status]: answer(description, example) });
}

/** Typed as no status of its own: handlers throw these, they do not return them. */
function unnamed<T>(responses: Record<string, T>): Record<never, T> {
  return responses;
}

function describe(status: ProblemStatus) {
  const [description, kind, title] = problemMeanings[status];
  return answer(description, {
    type: `urn:pomar:${kind}`,
    title,
    status,
    ...exampleDetails[status],
  });
}

function answer(description: string, example: Problem) {
  return { description, content: { [problemMediaType]: { schema: problemSchema, example } } };
}
