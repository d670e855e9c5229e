import type { Context } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { areaCookie, deviceAgeMs, linkAgeMs, maxPeople } from "#app/domain/customer-area/rules.ts";
import {
  accessSchema,
  areaDataSchema,
  areaSchema,
  confirmationSchema,
  entrySchema,
  linkRequestedSchema,
  linkRequestSchema,
  newListSchema,
  savedListSchema,
  sentLinkSchema,
  takenOverSchema,
  takeOverSchema,
} from "#app/domain/customer-area/schema.ts";
import { newPersonSchema, personSchema } from "#app/domain/customers/schema.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import {
  areaLinkLetter,
  linkRequestLetter,
  ordersLetter,
} from "#app/domain/outgoing/mail/mails.ts";
import { exportedSeriesSchema } from "#app/domain/series/schema.ts";
import { areaLinkMark, areaPath } from "#app/shared/paths.ts";
import { z } from "#app/shared/zod.ts";
import { checkAccess } from "./customer-terms.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { findAreaCustomer } from "./framework/guard.ts";
import {
  notFoundProblem,
  problem,
  problemResponses,
  rejectedFieldsProblem,
} from "./framework/problem.ts";
import { createRateLimit, requireAdmission } from "./framework/rate-limit.ts";
import { adminRoutes, customerRoutes, publicRoutes } from "./framework/routes.ts";
import { idParams } from "./framework/rows.ts";

const tag = "Área do cliente";

const linkSchema = z
  .object({
    link: z.url().meta({
      description: "Abre a área uma vez, em um aparelho.",
      examples: ["https://loja.example/cliente#entrar=6kZ0wq1R8m3fV7yQ2tXc5bN9aJ4hG0sLdPeUoYiTrEw"],
    }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "CustomerAreaLink" });
const person = personSchema.meta({ id: "CustomerPerson" });
const newPerson = newPersonSchema.meta({ id: "NewCustomerPerson" });
const list = savedListSchema.meta({ id: "CustomerList" });
/** The customer's area: sessions, contents, and what the seller manages. */
export function addCustomerAreaRoutes(api: Api, deps: ApiDependencies): void {
  addEntry(api, deps);
  addArea(api, deps);
  addAreaParts(api, deps);
  addRequestRoutes(api, deps);
  addAccessRoutes(api, deps);
}

function addEntry(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = publicRoutes(api, deps, tag);
  const networkLimit = createRateLimit(deps.rateLimits, {
    name: "area-link",
    points: 10,
    seconds: 600,
  });
  const contactLimit = createRateLimit(deps.rateLimits, {
    name: "area-contact",
    points: 3,
    seconds: 3600,
  });
  const tooMany = {
    kind: "too-many-requests",
    title: "Muitos pedidos de link em pouco tempo",
    detail: "Espere um pouco, ou fale com a loja.",
  };
  done({
    method: "post",
    path: "/customer/link-requests",
    summary: "Pede o link da área do cliente",
    description:
      "Por um e-mail ou telefone do cadastro. A resposta é a mesma para quem a loja não conhece. O link vai por e-mail; quem " +
      "pede por telefone o recebe da loja, e um e-mail que a loja não confirmou recebe só os links dos pedidos feitos com ele.",
    body: linkRequestSchema.meta({ id: "AreaLinkRequest" }),
    answer: "Recebido.",
    problems: problemResponses(429),
    run: async ({ c, body: { contact } }) => {
      await requireAdmission(c, networkLimit, deps.clientAddress(c), tooMany);
      // Counted for unknown contacts too, so that the limit reveals nothing about them.
      await requireAdmission(c, contactLimit, contact, tooMany);
      // The links are not awaited: the response time must not reveal whether the contact is known.
      void sendLinks(deps, deps.ownOrigin(c), contact).catch((error: unknown) =>
        deps.log.error({ err: error }, "links of the customer's area were not sent"),
      );
    },
  });
  done({
    method: "post",
    path: "/customer/session",
    summary: "Entra na área do cliente",
    description:
      "Com o token de um link, que depois disso não vale mais. A resposta traz o cookie do aparelho, que vale 180 dias.",
    body: entrySchema.meta({ id: "AreaEntry" }),
    answer: "O aparelho entrou.",
    missing: "Este link já foi usado, ou não vale mais",
    problems: problemResponses(404, 429),
    run: async ({ c, body: { token } }) => {
      const entry = await shop.customerArea.enter(token, c.req.header("User-Agent"));
      if (!entry) {
        await deps.wrongLinks.count(c);
        return false;
      }
      await leave(deps, c);
      setCookie(c, areaCookie, entry.token, {
        ...cookieOptions(deps, c),
        maxAge: deviceAgeMs / 1000,
      });
      return true;
    },
  });
  row({
    path: "/customer/session",
    summary: "Diz se este aparelho está em uma área",
    description: "Não diz de quem.",
    answer: ["Se entrou.", z.object({ entered: z.boolean() }).meta({ id: "AreaSession" })],
    run: async ({ c }) => ({ entered: (await findAreaCustomer(deps, c)) !== undefined }),
  });
  done({
    method: "delete",
    path: "/customer/session",
    summary: "Sai da área do cliente",
    description: "O aparelho sai da lista do cliente, e o cookie é apagado.",
    answer: "O aparelho, se tinha entrado, saiu.",
    run: async ({ c }) => {
      await leave(deps, c);
      deleteCookie(c, areaCookie, cookieOptions(deps, c));
    },
  });
}

/** 'Lax': the link of a message is followed from another site, and the first page has the customer's prices. */
function cookieOptions({ ownOrigin }: ApiDependencies, c: Context) {
  const secure = ownOrigin(c).startsWith("https:");
  return { path: "/", secure, httpOnly: true, sameSite: "Lax" } as const;
}

async function leave(deps: ApiDependencies, c: Context): Promise<void> {
  const session = await findAreaCustomer(deps, c);
  if (session) await deps.shop.customerArea.removeDevice(session.id, session.deviceId);
}

async function sendLinks(
  { shop, mailAccount }: ApiDependencies,
  origin: string,
  contact: string,
): Promise<void> {
  const { mails, orders, waiting } = await shop.customerArea.requestLinks(contact);
  const settings = await shop.delivery.readPublicSettings();
  for (const { id, address, name, token } of mails) {
    mailAccount(areaLinkLetter(settings, name, linkOf(origin, token)), address, [id]);
  }
  if (waiting.length === 0) return;
  const names = waiting.map(({ name }) => name);
  const ids = waiting.map(({ id }) => id);
  mailAccount(linkRequestLetter(names, `${origin}/admin/customers`), undefined, ids);
  if (orders.length === 0) return;
  const links = orders.map(({ number, path }) => ({ number, link: origin + path }));
  mailAccount(ordersLetter(settings, links), contact, ids);
}

function linkOf(origin: string, token: string): string {
  return `${origin}${areaPath}${areaLinkMark}${token}`;
}

function describeCreated(deps: ApiDependencies, c: Context, token: string | undefined) {
  if (token === undefined) return undefined;
  const expires_at = new Date(Date.now() + linkAgeMs).toISOString();
  return { link: linkOf(deps.ownOrigin(c), token), expires_at };
}

function requirePerson<Row>(row: Row | "full"): Row {
  if (row !== "full") return row;
  const message = `São no máximo ${maxPeople} pessoas: tire alguém antes.`;
  throw rejectedFieldsProblem([{ field: "name", message }]);
}

function addArea(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = customerRoutes(api, deps, tag);
  row({
    path: "/customer",
    summary: "Mostra a área do cliente",
    description:
      "De quem entrou neste aparelho. Dos pedidos, os que vieram da área, os que a loja anotou e os que têm um contato confirmado: " +
      "qualquer um pode pedir no site com o documento de outra pessoa.",
    answer: ["Tudo o que a área mostra.", areaSchema.meta({ id: "CustomerArea" })],
    run: async ({ customer }) => {
      await shop.customerArea.noteVisit(customer.deviceId);
      return shop.customerArea.read(customer);
    },
  });
  row({
    path: "/customer/data",
    summary: "Baixa os dados do cliente",
    description:
      "O que a loja guarda sobre quem entrou, como arquivo, com os pedidos que a área mostra.",
    answer: [
      "Os dados.",
      areaDataSchema
        .extend({ series: z.array(exportedSeriesSchema) })
        .meta({ id: "CustomerAreaData" }),
    ],
    run: async ({ c, customer }) => {
      c.header("Content-Disposition", 'attachment; filename="meus-dados.json"');
      const data = await shop.customerArea.readData(customer.id);
      return data && { ...data, series: await shop.series.exportOfCustomer(customer.id) };
    },
  });
  row({
    method: "post",
    path: "/customer/taken-over",
    summary: "Entrega à área o que o aparelho guardava",
    description: "Listas passam a ser do cliente. A resposta diz quais pedidos já são dele.",
    body: takeOverSchema.meta({ id: "TakeOver" }),
    maxBodyBytes: 512 * 1024,
    answer: ["O que o aparelho pode esquecer.", takenOverSchema.meta({ id: "TakenOver" })],
    run: ({ customer, body }) => shop.customerArea.takeOver(customer.id, body),
  });
  row({
    method: "post",
    path: "/customer/links",
    summary: "Cria um link para outro aparelho",
    description:
      "Para outra pessoa ou outro aparelho do mesmo cliente: vale uma vez, por sete dias.",
    status: 201,
    answer: ["O link.", linkSchema],
    run: async ({ c, customer: { partId, contact } }) => {
      const token = await shop.customerArea.createLink(partId, { maker: "device", contact });
      return requireLink(describeCreated(deps, c, token));
    },
  });
  done({
    method: "delete",
    path: "/customer/devices/{id}",
    summary: "Tira um aparelho da área",
    description: "Nele a área fecha, e os preços voltam a ser os públicos.",
    answer: "Tirado.",
    run: ({ customer, id }) => shop.customerArea.removeDevice(customer.id, id),
  });
}

/** The people who may order, and the lists. */
function addAreaParts(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = customerRoutes(api, deps, tag);
  row({
    method: "post",
    path: "/customer/people",
    summary: "Acrescenta quem pode pedir",
    description: "Essa pessoa passa a poder pedir o link pelo e-mail ou telefone dela.",
    body: newPerson,
    status: 201,
    answer: ["Acrescentada.", person],
    run: async ({ customer, body }) =>
      requirePerson(await shop.customerArea.addPerson(customerAuthor, customer.id, body)),
  });
  done({
    method: "delete",
    path: "/customer/people/{id}",
    summary: "Tira quem pode pedir",
    description: "Os aparelhos continuam: cada um é tirado na lista dele.",
    answer: "Tirada.",
    run: ({ customer, id }) => shop.customerArea.removePerson(customerAuthor, customer.id, id),
  });
  row({
    method: "post",
    path: "/customer/lists",
    summary: "Guarda uma lista de compras",
    description: "No lugar da que tem o mesmo nome. São no máximo 30: a mais antiga sai.",
    body: newListSchema.meta({ id: "NewCustomerList" }),
    status: 201,
    answer: ["Guardada.", list],
    run: ({ customer, body }) => shop.customerArea.saveList(customer.id, body),
  });
  done({
    method: "delete",
    path: "/customer/lists/{id}",
    summary: "Apaga uma lista de compras",
    description: "Só a lista: nenhum pedido muda.",
    answer: "Apagada.",
    run: ({ customer, id }) => shop.customerArea.removeList(customer.id, id),
  });
}

function requireLink<Link>(link: Link | undefined): Link {
  if (link) return link;
  throw problem(429, {
    kind: "too-many-requests",
    title: "Muitos links em um dia",
    detail: "Espere até amanhã, ou fale com a loja.",
    retryAfterSeconds: 86_400,
  });
}

const partParams = (part: string) => idParams.extend({ [part]: idParams.shape.id });

function addRequestRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const routes = adminRoutes(api, deps, tag);
  const area = "customers";
  routes.list({
    path: "/customer-link-requests",
    area,
    summary: "Lista quem pediu o link da área",
    description:
      "Por telefone, ou por um e-mail que ninguém confirmou. O envio de um link tira o pedido da lista.",
    answer: ["Do mais antigo ao mais novo.", linkRequestedSchema.meta({ id: "LinkRequested" })],
    run: () => shop.customerArea.listLinkRequests(),
  });
  routes.done({
    method: "delete",
    path: "/customer-link-requests/{id}",
    area,
    summary: "Dispensa o pedido de link de um cliente",
    description: "`id` é o do cliente.",
    answer: "Dispensado.",
    run: ({ id }) => shop.customerArea.dismissLinkRequest(id),
  });
}

/** Routes for what opens the area of a customer. */
function addAccessRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const routes = adminRoutes(api, deps, tag);
  const area = "customers";
  routes.row({
    path: "/customers/{id}/access",
    area,
    summary: "Mostra quem entra na área de um cliente",
    description:
      "Os contatos e se estão confirmados, as pessoas que podem pedir, e os aparelhos em que a área está aberta.",
    answer: ["Contatos, pessoas e aparelhos.", accessSchema.meta({ id: "CustomerAccess" })],
    run: ({ id }) => shop.customerArea.readAccess(id),
  });
  routes.done({
    method: "put",
    path: "/customers/{id}/contacts",
    area,
    summary: "Confirma contatos de um cliente",
    description:
      "Só um e-mail ou telefone confirmado abre a área, e a área só mostra os pedidos do site que vieram dela ou têm um. Com " +
      "`confirmed: false` deixa de valer, e sai quem entrou por ele. De um membro, só se o cliente não tem condições.",
    body: confirmationSchema.meta({ id: "ContactConfirmation" }),
    answer: "Gravado.",
    run: async ({ administrator, author, id, body: { contacts, confirmed } }) => {
      if (confirmed) await checkAccess(deps, administrator, id);
      return shop.customers.setConfirmed(author, id, contacts, confirmed);
    },
  });
  routes.row({
    method: "post",
    path: "/customers/{id}/links",
    area,
    summary: "Cria um link da área de um cliente",
    description:
      "Para enviar pelo WhatsApp: vale uma vez, em um aparelho, por sete dias. De um membro, só se o cliente não tem condições.",
    body: sentLinkSchema.meta({ id: "SentAreaLink" }),
    status: 201,
    answer: ["O link.", linkSchema],
    run: async ({ c, administrator, author, id, body }) => {
      await checkAccess(deps, administrator, id);
      if (!(await shop.customerArea.readAccess(id))) throw notFoundProblem();
      const token = await shop.customerArea.createSentLink(author, id, body);
      return requireLink(describeCreated(deps, c, token));
    },
  });
  routes.done({
    method: "delete",
    path: "/customers/{id}/devices/{device_id}",
    params: partParams("device_id"),
    area,
    summary: "Tira um aparelho da área de um cliente",
    description: "Nele a área fecha.",
    answer: "Tirado.",
    run: ({ id, params }) => shop.customerArea.removeDevice(id, String(params.device_id)),
  });
  routes.row({
    method: "post",
    path: "/customers/{id}/people",
    area,
    summary: "Acrescenta quem pode pedir por um cliente",
    description:
      "Essa pessoa passa a poder pedir o link pelo e-mail ou telefone dela. De um membro, só se o cliente não tem condições.",
    body: newPerson,
    status: 201,
    answer: ["Acrescentada.", person],
    run: async ({ administrator, author, id, body }) => {
      await checkAccess(deps, administrator, id);
      return requirePerson(await shop.customerArea.addPerson(author, id, body));
    },
  });
  routes.done({
    method: "delete",
    path: "/customers/{id}/people/{person_id}",
    params: partParams("person_id"),
    area,
    summary: "Tira quem pode pedir por um cliente",
    description: "Os aparelhos continuam: cada um é tirado na lista dele.",
    answer: "Tirada.",
    run: ({ author, id, params }) =>
      shop.customerArea.removePerson(author, id, String(params.person_id)),
  });
}
