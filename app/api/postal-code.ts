import { createRoute, z } from "@hono/zod-openapi";
import { postalAddressSchema } from "#app/domain/postal-code/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { postalAddress } from "./examples.ts";
import { json } from "./json.ts";
import { problem, problemResponses } from "./problem.ts";
import { createRateLimit } from "./rate-limit.ts";

const lookUpsPerMinute = 60;
const cepMessage = "CEP inválido. Digite 8 números.";

/** GET /postal-code/{cep}: the address of a Brazilian postal code. */
export function addPostalCode(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "postal-code",
    points: lookUpsPerMinute,
    seconds: 60,
  });
  const route = createRoute({
    method: "get",
    path: "/postal-code/{cep}",
    tags: ["CEP"],
    summary: "Procura o endereço de um CEP",
    request: {
      params: z.object({
        cep: z
          .string()
          .regex(/^\d{5}-?\d{3}$/, { error: cepMessage })
          .transform((cep) => cep.replace("-", ""))
          .meta({ description: "8 dígitos.", examples: ["01310100"] }),
      }),
    },
    responses: {
      200: {
        description: "O endereço; rua e bairro vazios onde a cidade toda tem um só CEP.",
        content: json(postalAddressSchema.meta({ id: "PostalAddress" }), postalAddress),
      },
      ...problemResponses(400, 404, 429, 503, 504),
    },
  });

  api.openapi(route, async (c) => {
    const { cep } = c.req.valid("param");
    const admission = await limit.take(deps.clientAddress(c));
    if (!admission.ok) throw tooManyLookUps(admission.retryAfter);
    const answer = await deps.shop.findAddress(cep);
    if (!answer.ok) throw notFound[answer.reason]();
    const { street, neighborhood, city, state } = answer.address;
    const address = { cep, logradouro: street, bairro: neighborhood, localidade: city, uf: state };
    return c.json(address, 200, { "Cache-Control": "public, max-age=86400" });
  });
}

const notFound = {
  unknown: () =>
    problem(404, {
      kind: "unknown-postal-code",
      title: "CEP não encontrado",
      detail: "Confira o número ou preencha o endereço.",
    }),
  unavailable: () =>
    problem(503, {
      kind: "postal-code-unavailable",
      title: "Consulta de CEP indisponível",
      detail: "Preencha o endereço.",
    }),
  "timed-out": () =>
    problem(504, {
      kind: "postal-code-timeout",
      title: "A consulta de CEP demorou demais",
      detail: "Preencha o endereço.",
    }),
};

function tooManyLookUps(retryAfter: number) {
  return problem(
    429,
    {
      kind: "too-many-look-ups",
      title: "Muitas consultas de CEP em pouco tempo",
      detail: "Preencha o endereço ou tente novamente em um minuto.",
    },
    { "Retry-After": String(retryAfter) },
  );
}
