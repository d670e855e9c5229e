import { z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { offerSchema } from "#app/domain/delivery/schema.ts";
import { lineChangeSchema, quantityStepSchema } from "#app/domain/orders/line-schema.ts";

const fieldErrorSchema = z
  .object({
    field: z.string().meta({ description: "Caminho do campo.", examples: ["customer.email"] }),
    message: z.string().meta({ examples: ["E-mail inválido"] }),
  })
  .meta({ id: "FieldError" });

/** The body of every error: RFC 9457, `title` and `detail` in Portuguese, `type` for programs. */
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
      .array(lineChangeSchema.meta({ id: "ChangedLine" }))
      .optional()
      .meta({ description: "As linhas do pedido que mudaram, e como estão agora." }),
    quantities: z
      .array(quantityStepSchema.meta({ id: "QuantityStep" }))
      .optional()
      .meta({ description: "As linhas com quantidade inválida e as duas válidas mais próximas." }),
    current: z
      .looseObject({ id: z.uuid(), version: z.int() })
      .optional()
      .meta({ description: "A linha como está gravada agora, com a sua versão." }),
    order: z
      .looseObject({ numero_pedido: z.int(), version: z.int() })
      .optional()
      .meta({ description: "O pedido de um link, como está agora." }),
    delivery: offerSchema
      .optional()
      .meta({ description: "A zona, a taxa e os dias de agora, quando mudaram." }),
    warnings: z.array(z.string()).optional().meta({
      description: "Os avisos de um pedido que não foi confirmado, para `accepted`.",
    }),
    numero_pedido: z
      .int()
      .optional()
      .meta({ description: "O pedido que já usa a mesma Idempotency-Key." }),
  })
  .meta({ id: "Problem" });
type Problem = z.infer<typeof problemSchema>;

const problemMediaType = "application/problem+json";

type ProblemKind = Omit<Problem, "type" | "status"> & { kind: string; retryAfterSeconds?: number };
export type ProblemStatus = keyof typeof documentedStatuses;

/** The error responses of the published document: description, kind and title of the example. */
const documentedStatuses = {
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
  410: [
    "O cursor é de antes de uma restauração, ou de outro banco de dados.",
    "cursor-expired",
    "Este cursor não vale mais",
  ],
  412: [
    "A linha foi gravada desde a versão de `If-Match`.",
    "stale-version",
    "Isto mudou enquanto você editava",
  ],
  413: ["O corpo passa do limite.", "too-large", "Conteúdo grande demais"],
  415: ["Não é application/json.", "unsupported-media-type", "Tipo de conteúdo não aceito"],
  422: ["A chave é de outro pedido.", "key-reused", "Chave já usada por outro pedido"],
  429: ["`Retry-After` diz quando tentar.", "too-many-orders", "Muitos pedidos em pouco tempo"],
  500: ["Falha do servidor.", "internal-error", "Erro interno"],
  503: ["Indisponível por ora.", "unavailable", "Indisponível no momento"],
  507: ["Não há espaço em disco.", "disk-full", "Disco cheio"],
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
        option_now: { unit: "caixa", price: 13.9, contains: 1, minimum: 1, step: 1, tiers: [] },
        available: true,
      },
    ],
  },
  422: { numero_pedido: 1001 },
};

/** An error response to throw: `throw problem(404, { kind: "not-found", title: "Não encontrado" })`. */
export function problem(
  status: ProblemStatus,
  { kind, retryAfterSeconds, ...rest }: ProblemKind,
  headers?: Record<string, string>,
): HTTPException {
  const body: Problem = { type: `urn:pomar:${kind}`, status, ...rest };
  const retry = retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) };
  const res = new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": problemMediaType,
      "Cache-Control": "no-store",
      ...retry,
      ...headers,
    },
  });
  return new HTTPException(status, { res, message: kind });
}

/** The documented error responses of an operation; 500 is always one. */
export function problemResponses(...statuses: ProblemStatus[]) {
  const described = [...statuses, 500 as const].map((status) => [status, describeStatus(status)]);
  return untyped<ReturnType<typeof describeStatus>>(Object.fromEntries(described));
}

/** One documented error response with its own description and example. */
export function problemResponse(
  status: ProblemStatus,
  description: string,
  { kind, ...rest }: ProblemKind,
) {
  const example: Problem = { type: `urn:pomar:${kind}`, status, ...rest };
  return untyped({ [status]: describeProblem(description, example) });
}

/** Typed without statuses: handlers throw these responses, they do not return them. */
function untyped<T>(responses: Record<string, T>): Record<never, T> {
  return responses;
}

function describeStatus(status: ProblemStatus) {
  const [description, kind, title] = documentedStatuses[status];
  return describeProblem(description, {
    type: `urn:pomar:${kind}`,
    title,
    status,
    ...exampleDetails[status],
  });
}

function describeProblem(description: string, example: Problem) {
  return { description, content: { [problemMediaType]: { schema: problemSchema, example } } };
}

/** The 404 of a row that does not exist, or that the client may not know of. */
export function notFoundProblem() {
  return problem(404, {
    kind: "not-found",
    title: "Não encontrado",
    detail: "Este registro não existe ou já foi excluído.",
  });
}

/** The 410 of a feed. */
export function expiredCursorProblem() {
  return problem(410, {
    kind: "cursor-expired",
    title: "Este cursor não vale mais",
    detail: "O banco de dados foi restaurado ou movido. Leia tudo de novo, com after=start.",
  });
}

const maxFieldErrors = 100;
const maxFieldNameLength = 200;

type FieldError = z.infer<typeof fieldErrorSchema>;

/** The 400 of a request that fails its schema. */
export function invalidInputProblem(error: z.core.$ZodError, target: string): HTTPException {
  const errors = listFieldErrors(error);
  if (target !== "header") return rejectedFieldsProblem(errors);
  return problem(400, {
    kind: "invalid-header",
    title: "Cabeçalho inválido",
    detail: errors[0]?.message,
    errors,
  });
}

/** The 400 of a request with the rejected fields. */
export function rejectedFieldsProblem(errors: FieldError[]): HTTPException {
  return problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    detail: "Confira os campos indicados e envie de novo.",
    errors,
  });
}

/** The first error of each field, in the schema's order. */
export function listFieldErrors(error: z.core.$ZodError): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const fieldError of error.issues.flatMap(toFieldErrors)) {
    if (byField.size >= maxFieldErrors) break;
    if (!byField.has(fieldError.field)) byField.set(fieldError.field, fieldError);
  }
  return [...byField.values()];
}

/** The 400 of a request whose query contains parameters that the route does not have. */
export function unknownParametersProblem(names: string[]): HTTPException {
  const errors = names.slice(0, maxFieldErrors).map((name) => ({
    field: formatFieldName([name]),
    message: "Parâmetro desconhecido.",
  }));
  return rejectedFieldsProblem(errors);
}

/** The body of a problem that is part of another response. */
export async function readProblem(exception: HTTPException): Promise<Problem> {
  return problemSchema.parse(await exception.getResponse().json());
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: formatFieldName([...issue.path, key]),
      message: "Campo desconhecido.",
    }));
  }
  return [{ field: formatFieldName(issue.path), message: issue.message }];
}

function formatFieldName(path: readonly PropertyKey[]): string {
  return path.map(String).join(".").slice(0, maxFieldNameLength);
}
