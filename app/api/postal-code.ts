import { z } from "@hono/zod-openapi";
import { postalAddressSchema } from "#app/domain/postal-code/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { problem, problemResponses } from "./problem.ts";
import { createRateLimit, requireAdmission } from "./rate-limit.ts";
import { publicRoutes } from "./routes.ts";

const maxLookupsPerMinute = 60;
const cepMessage = "CEP inválido. Digite 8 números.";

export const postalCodeParameter = z
  .string()
  .regex(/^\d{5}-?\d{3}$/, { error: cepMessage })
  .transform((cep) => cep.replace("-", ""))
  .meta({ description: "8 dígitos.", examples: ["01310100"] });

/** GET /postal-code/{cep}: the address of a Brazilian postal code. */
export function addPostalCodeRoute(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "postal-code",
    points: maxLookupsPerMinute,
    seconds: 60,
  });
  publicRoutes(api, deps, "CEP").row({
    path: "/postal-code/{cep}",
    summary: "Procura o endereço de um CEP",
    description: "Em serviços públicos; endereços achados ficam guardados.",
    params: z.object({
      cep: postalCodeParameter,
    }),
    answer: [
      "O endereço; rua e bairro vazios onde a cidade toda tem um só CEP.",
      postalAddressSchema.meta({ id: "PostalAddress" }),
      {
        cep: "01310100",
        logradouro: "Avenida Paulista",
        bairro: "Bela Vista",
        localidade: "São Paulo",
        uf: "SP",
      },
    ],
    problems: problemResponses(404, 429, 503, 504),
    run: async ({ c, params: { cep } }) => {
      await requireAdmission(c, limit, deps.clientAddress(c), tooManyLookups);
      const result = await deps.shop.findAddress(cep);
      if (!result.ok) throw lookupProblems[result.reason]();
      const { street, neighborhood, city, state } = result.address;
      c.header("Cache-Control", "public, max-age=86400");
      return { cep, logradouro: street, bairro: neighborhood, localidade: city, uf: state };
    },
  });
}

export const tooManyLookups = {
  kind: "too-many-look-ups",
  title: "Muitas consultas de CEP em pouco tempo",
  detail: "Preencha o endereço ou tente novamente em um minuto.",
};
const fillIn = "Preencha o endereço.";
const lookupProblems = {
  unknown: () =>
    problem(404, {
      kind: "unknown-postal-code",
      title: "CEP não encontrado",
      detail: "Confira o número ou preencha o endereço.",
    }),
  unavailable: () => {
    const title = "Consulta de CEP indisponível";
    return problem(503, { kind: "postal-code-unavailable", title, detail: fillIn });
  },
  "timed-out": () => {
    const title = "A consulta de CEP demorou demais";
    return problem(504, { kind: "postal-code-timeout", title, detail: fillIn });
  },
};
