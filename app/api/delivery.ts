import { z } from "@hono/zod-openapi";
import { postalAddressSchema } from "#app/domain/delivery/postal-codes.server.ts";
import {
  exceptionChangesSchema,
  exceptionSchema,
  newExceptionSchema,
  newZoneSchema,
  offerSchema,
  zoneChangesSchema,
  zoneSchema,
} from "#app/domain/delivery/schema.ts";
import { textLine } from "#app/domain/kernel/editing/schema.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { problem, problemResponses } from "./framework/problem.ts";
import { createRateLimit, requireAdmission } from "./framework/rate-limit.ts";
import { adminRoutes, cachedRoutes, publicRoutes } from "./framework/routes.ts";
import { ranking, requireSaved, rowChange } from "./framework/rows.ts";

const tag = "Entrega";
const zone = zoneSchema.meta({ id: "DeliveryZone" });
const exception = exceptionSchema.meta({ id: "DeliveryException" });

/** Routes for the offer to visitors, and for the zones and exceptions that the administrator edits. */
export function addDeliveryRoutes(api: Api, deps: ApiDependencies): void {
  addOffer(api, deps);
  addZones(api, deps);
  addExceptions(api, deps);
}

const place = textLine(0, "Lugar inválido.").optional();
const maxOffersPerMinute = 60;

function addOffer(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "delivery",
    points: maxOffersPerMinute,
    seconds: 60,
  });
  cachedRoutes(api, deps, tag, false).row({
    path: "/delivery",
    summary: "Mostra zona, taxa e próximos dias de entrega de um endereço",
    description:
      "Os próximos seis dias em até 28, com os turnos que têm vaga. A zona é a primeira cuja faixa contém o CEP, senão a da " +
      "cidade e do bairro, senão a da cidade. Sem `city`, um serviço de CEP completa o lugar, se for preciso.",
    query: z.object({ cep: postalCodeParameter.optional(), city: place, neighborhood: place }),
    answer: ["A oferta de agora.", offerSchema.meta({ id: "Offer" })],
    run: async ({ c, shop, query: { cep = "", city = "", neighborhood = "" } }) => {
      await requireAdmission(c, limit, deps.clientAddress(c), tooManyLookups);
      return shop.orders.findOffer({ cep, city, neighborhood });
    },
  });
}

function addZones(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, tag);
  list({
    path: "/delivery/zones",
    summary: "Lista as zonas de entrega",
    description: "Também as desligadas.",
    answer: ["Por posição.", zone],
    run: () => shop.delivery.listZones(),
  });
  row({
    method: "post",
    path: "/delivery/zones",
    summary: "Cria uma zona de entrega",
    description: "Fica no fim da lista. Só `name` é obrigatório.",
    body: newZoneSchema.meta({ id: "NewDeliveryZone" }),
    status: 201,
    tagged: true,
    answer: ["Criada.", zone],
    run: async ({ author, body }) => requireSaved(await shop.delivery.createZone(author, body)),
  });
  const changes = zoneChangesSchema
    .partial({ version: true })
    .meta({ id: "DeliveryZoneChanges", examples: [{ fee: 9, version: 1 }] });
  row({
    ...rowChange(zone, changes, shop.delivery.changeZone),
    path: "/delivery/zones/{id}",
    summary: "Muda uma zona de entrega",
    description: "Envie só os campos que mudam e a `version` lida.",
  });
  list({
    ...ranking,
    path: "/delivery/zones/order",
    summary: "Ordena as zonas",
    description: "Todos os ids, da primeira à última: vale a primeira que contém o endereço.",
    run: ({ author, body }) => shop.delivery.reorderZones(author, body.ids),
  });
  done({
    method: "delete",
    path: "/delivery/zones/{id}",
    summary: "Exclui uma zona",
    description: "Os pedidos ficam com o nome dela.",
    answer: "Excluída.",
    run: ({ author, id }) => shop.delivery.deleteZone(author, id),
  });
}

function addExceptions(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, tag);
  list({
    path: "/delivery/exceptions",
    summary: "Lista os dias sem entrega e os trocados",
    description: "Valem para todas as zonas e para a retirada na loja.",
    answer: ["Por data.", exception],
    run: () => shop.delivery.listExceptions(),
  });
  row({
    method: "post",
    path: "/delivery/exceptions",
    summary: "Fecha um dia, ou o troca por outro",
    description: "Um dia que já está na lista é recusado.",
    body: newExceptionSchema.meta({ id: "NewDeliveryException" }),
    status: 201,
    tagged: true,
    answer: ["Criada.", exception],
    run: async ({ author, body }) =>
      requireSaved(await shop.delivery.createException(author, body)),
  });
  const changes = exceptionChangesSchema
    .partial({ version: true })
    .meta({ id: "DeliveryExceptionChanges", examples: [{ note: "Véspera de Natal", version: 1 }] });
  row({
    ...rowChange(exception, changes, shop.delivery.changeException),
    path: "/delivery/exceptions/{id}",
    summary: "Muda uma exceção",
    description: "Envie só os campos que mudam e a `version` lida.",
  });
  done({
    method: "delete",
    path: "/delivery/exceptions/{id}",
    summary: "Exclui uma exceção",
    description: "O dia volta a ser como os outros.",
    answer: "Excluída.",
    run: ({ author, id }) => shop.delivery.deleteException(author, id),
  });
}

const maxLookupsPerMinute = 60;
const cepMessage = "CEP inválido. Digite 8 números.";

const postalCodeParameter = z
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
    ],
    problems: problemResponses(404, 429, 503, 504),
    run: async ({ c, params: { cep } }) => {
      await requireAdmission(c, limit, deps.clientAddress(c), tooManyLookups);
      const result = await deps.shop.delivery.findAddress(cep);
      if (!result.ok) throw lookupProblems[result.reason]();
      const { street, neighborhood, city, state } = result.address;
      c.header("Cache-Control", "public, max-age=86400");
      return { cep, logradouro: street, bairro: neighborhood, localidade: city, uf: state };
    },
  });
}

const tooManyLookups = {
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
