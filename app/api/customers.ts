import { z } from "@hono/zod-openapi";
import type { CustomerDeletion, MergeResult } from "#app/domain/customers/commands.server.ts";
import { exportedAliasSchema } from "#app/domain/customers/conversations/schema.ts";
import { customerHeadings } from "#app/domain/customers/customer-csv.ts";
import {
  anonymizationSchema,
  anonymizedSchema,
  customerDataRequestSchema,
  customerDataSchema,
  erasedSchema,
  erasureSchema,
  personalDataSchema,
  personalDataSearchSchema,
  relatedOrderSchema,
} from "#app/domain/customers/privacy/schema.ts";
import {
  customerChangesSchema,
  customerDetailSchema,
  customerFilterSchema,
  customerImportSchema,
  customerListSchema,
  customerSchema,
  mergeSchema,
  newCustomerSchema,
  splitSchema,
} from "#app/domain/customers/schema.ts";
import { exportedSeriesSchema } from "#app/domain/series/schema.ts";
import { checkIdentity, checkTerms } from "./customer-terms.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { composeExample } from "./framework/compose-example.ts";
import { type Administrator, roleProblem } from "./framework/guard.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedResponse,
  requireCreated,
} from "./framework/idempotency.ts";
import {
  notFoundProblem,
  problem,
  problemResponse,
  problemResponses,
  rejectedFieldsProblem,
} from "./framework/problem.ts";
import { csvResponse, listSchema, sendCsv } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";
import { rowChange } from "./framework/rows.ts";

const tag = "Clientes";
const taken = { document: "Já existe um cliente com este documento" };
const customer = customerSchema.meta({ id: "Customer" });
const customerDetail = customerDetailSchema.meta({ id: "CustomerDetail" });
const maxImportBytes = 4 * 1024 * 1024;

/** Customers with the figures of their orders, merged and split by the administrator; CSV in and out. */
export function addCustomerRoutes(api: Api, deps: ApiDependencies): void {
  addFiles(api, deps);
  addRows(api, deps);
  addMerges(api, deps);
}

function addFiles(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { response, row } = adminRoutes(api, deps, tag);
  response({
    path: "/customers/export.csv",
    summary: "Exporta os clientes para planilha",
    description: "Os filtros da lista. O arquivo pode ser importado de volta.",
    query: customerFilterSchema,
    answer: csvResponse("Um cliente por linha.", '"CPF/CNPJ";"Nome"\r\n"52998224725";"Maria"\r\n'),
    run: async ({ c, query }) => {
      const parts: string[] = [];
      for await (const part of shop.customers.export(query)) parts.push(part);
      return sendCsv(c, "clientes", parts.join(""));
    },
  });
  row({
    method: "post",
    path: "/customers/import",
    summary: "Importa clientes de uma planilha",
    description:
      "Um CSV com títulos na primeira linha, em qualquer ordem; colunas ausentes não mudam nada. Cada linha é achada pelo " +
      "documento, senão pelo e-mail e telefone, senão pelo nome; um documento repetido é recusado. As colunas são achadas pelos " +
      "títulos, ou diga em `columns` qual é cada uma. A coluna Tabela leva o nome de uma tabela de preços, ou nada. As linhas recusadas ficam de fora. Com `dry_run` nada é gravado.",
    body: z
      .strictObject(
        {
          file: z.string({ error: "Envie o texto do arquivo." }),
          dry_run: z.boolean({ error: "Informe verdadeiro ou falso." }).optional(),
          columns: z
            .array(z.union([z.literal(customerHeadings), z.string().length(0)]), {
              error: "Envie os nomes das colunas na ordem do arquivo; vazio para as que não valem.",
            })
            .max(100)
            .optional(),
        },
        { error: "Envie um objeto com file." },
      )
      .meta({ id: "CustomerImportRequest" }),
    maxBodyBytes: maxImportBytes,
    answer: [
      "Quantos clientes entram e mudam.",
      customerImportSchema.meta({ id: "CustomerImport" }),
    ],
    run: async ({ author, body: { file, dry_run, columns: chosen } }) => {
      const isDryRun = dry_run === true;
      const read = shop.customers.readFile(file, chosen);
      if (typeof read === "string") throw fileProblem(read);
      const { columns, unclear, rows } = read;
      if (unclear && !isDryRun) throw fileProblem(unclear);
      const imported = await shop.customers.import(author, rows, { isDryRun });
      return { columns, ...(unclear && { unclear }), ...imported };
    },
  });
}

function fileProblem(message: string) {
  return rejectedFieldsProblem([{ field: "file", message }]);
}

function addRows(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = adminRoutes(api, deps, tag);
  row({
    path: "/customers",
    area: "customers",
    summary: "Lista os clientes",
    description:
      "O do último pedido primeiro. Um pedido novo entra no cliente do mesmo documento, senão no do mesmo e-mail e telefone; " +
      "se não há, cria um.",
    query: customerListSchema,
    answer: ["Uma página de clientes.", listSchema(customer)],
    run: ({ query }) => shop.customers.list(query),
  });
  row({
    path: "/customers/{id}",
    area: "customers",
    summary: "Mostra um cliente",
    description: "De um que foi unido a outro, o outro. Os pedidos: `GET /orders?customer=`.",
    tagged: (found) => found,
    answer: ["Como está agora.", customerDetail],
    run: ({ id }) => shop.customers.find(id),
  });
  row({
    method: "post",
    path: "/customers",
    area: "customers",
    summary: "Cria um cliente",
    description: "Só `name` é obrigatório.",
    headers: keyHeader,
    body: newCustomerSchema.meta({ id: "NewCustomer" }),
    status: 201,
    tagged: true,
    answer: ["Criado.", customer],
    problems: {
      ...keyReusedResponse,
      ...problemResponse(409, "O documento já é de outro cliente. `current` é ele.", {
        kind: "document-taken",
        title: taken.document,
        errors: [{ field: "document", message: taken.document }],
        current: composeExample(customer),
      }),
    },
    run: async ({ administrator, author, header, body }) => {
      checkTerms(administrator, body, true);
      const request = keyedRequest("/customers", header, body);
      return requireCreated(
        await shop.once(request, (bound) => bound.customers.create(author, body)),
        taken,
      );
    },
  });
  const changes = customerChangesSchema
    .partial({ version: true })
    .meta({ id: "CustomerChanges", examples: [{ terms: 28, version: 1 }] });
  const change = rowChange(customer, changes, shop.customers.change, taken);
  row({
    ...change,
    path: "/customers/{id}",
    area: "customers",
    summary: "Muda um cliente",
    description:
      "Envie só os campos que mudam e a `version` lida. Os pedidos ficam como foram enviados. De um membro, as condições não mudam, nem " +
      "o documento, o e-mail e o telefone de quem tem alguma.",
    async run(input) {
      checkTerms(input.administrator, input.body);
      await checkIdentity(deps, input.administrator, input.id, input.body);
      return change.run(input);
    },
  });
  done({
    method: "delete",
    path: "/customers/{id}",
    summary: "Exclui um cliente sem pedidos e sem recebimentos",
    description:
      "Um cliente com pedidos é unido a outro, ou os dados dele são apagados por um pedido (LGPD).",
    answer: "Excluído.",
    problems: problemResponse(409, "Ainda é preciso: `detail` diz para quê, e o que fazer.", {
      ...customerNeeded,
      detail: "Este cliente foi unido a outro. Separe os dois antes.",
    }),
    run: async ({ author, id }) => requireDeleted(await shop.customers.delete(author, id)),
  });
}

const customerNeeded = { kind: "customer-needed", title: "Este cliente não pode ser excluído" };

/** False when there was none. */
function requireDeleted(deletion: CustomerDeletion): boolean {
  if (deletion.ok) return true;
  if (deletion.reason === "not-found") return false;
  throw problem(409, { ...customerNeeded, detail: deletion.message });
}

/** The customer as it became; undefined when one of them does not exist. */
function requireMerged(merged: MergeResult) {
  if (merged.ok) return merged.row;
  if (merged.reason === "not-found") return undefined;
  if (merged.reason === "terms-differ") {
    throw roleProblem(
      "Os cadastros têm condições diferentes: só quem administra a loja pode unir ou separar.",
    );
  }
  throw problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    errors: [{ field: "customer_id", message: "Escolha outro cliente." }],
  });
}

function rightsOf({ role }: Administrator) {
  return { canChangeTerms: role === "dono" };
}

function addMerges(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = adminRoutes(api, deps, tag);
  const answer = ["Como ficou.", customerDetail] as const;
  row({
    method: "post",
    path: "/customers/{id}/merge",
    area: "customers",
    summary: "Une outro cliente a este",
    description:
      "Valem a tabela de preços, o prazo e o limite deste; de um membro, só se os do outro são iguais. Nenhum pedido muda: " +
      "`separate` desfaz.",
    body: mergeSchema.meta({ id: "CustomerMerge" }),
    answer,
    run: async ({ administrator, author, id, body: { customer_id } }) =>
      requireMerged(await shop.customers.merge(author, id, customer_id, rightsOf(administrator))),
  });
  row({
    method: "post",
    path: "/customers/{id}/separate",
    area: "customers",
    summary: "Separa um cliente que foi unido a outro",
    description:
      "Ele volta a ser como era, com os seus pedidos e as suas condições; de um membro, só se são as do outro.",
    answer,
    run: async ({ administrator, author, id }) =>
      requireMerged(await shop.customers.separate(author, id, rightsOf(administrator))),
  });
  row({
    method: "post",
    path: "/customers/{id}/split",
    area: "customers",
    summary: "Faz de alguns pedidos outro cliente",
    description:
      "Com os dados do pedido mais novo deles, sem documento nem condições; de um membro, só se este não tem condições. " +
      "`merge` desfaz.",
    body: splitSchema.meta({ id: "CustomerSplit" }),
    answer,
    run: async ({ administrator, author, id, body }) =>
      requireMerged(await shop.customers.split(author, id, body.orders, rightsOf(administrator))),
  });
}

/** The customer's rights under the LGPD: which orders are affected, a copy of the data, and its erasure. */
export function addCustomerDataRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, "Pedidos");
  list({
    path: "/orders/{id}/related",
    summary: "Lista os pedidos do mesmo cliente e os parecidos",
    description:
      "`match: customer`: o pedido e os que têm o mesmo e-mail e o mesmo documento válido. `email` e `document`: só um deles " +
      "é igual; confira o nome antes de selecionar. Inclui pedidos excluídos.",
    answer: ["Do mais novo ao mais antigo.", relatedOrderSchema.meta({ id: "RelatedOrder" })],
    problems: problemResponses(404),
    run: ({ id }) => shop.customers.listRelatedOrders(id),
  });
  row({
    path: "/orders/{id}/customer-data",
    summary: "Baixa os dados do cliente de um pedido",
    description: "Do mais novo ao mais antigo.",
    query: customerDataRequestSchema,
    answer: [
      "Os dados, como arquivo.",
      customerDataSchema
        .extend({ series: z.array(exportedSeriesSchema), aliases: z.array(exportedAliasSchema) })
        .meta({ id: "CustomerData" }),
    ],
    run: async ({ c, id, query }) => {
      const result = await shop.customers.readData(id, query.orders);
      if (!result.ok) throw selectionProblem(result.reason);
      c.header("Content-Disposition", 'attachment; filename="dados-do-cliente.json"');
      const orderIds = result.data.orders.map((order) => order.id);
      return {
        ...result.data,
        series: await shop.series.export(orderIds),
        aliases: (await shop.customers.exportAliases(orderIds)).map((alias) =>
          exportedAliasSchema.parse(alias),
        ),
      };
    },
  });
  row({
    method: "post",
    path: "/orders/{id}/anonymize",
    summary: "Apaga os dados do cliente de um pedido",
    description:
      "Do pedido, dos pedidos selecionados, do registro de alterações e dos e-mails ainda não enviados. Itens, valores e " +
      "datas ficam. Cópias de segurança já feitas não mudam. Não pode ser desfeito.",
    body: anonymizationSchema,
    answer: [
      "Quantos pedidos perderam os dados; 0 quando já não havia.",
      anonymizedSchema.meta({ id: "Anonymized" }),
    ],
    run: async ({ author, id, body }) => {
      const result = await shop.customers.anonymize(author, id, body.orders);
      if (!result.ok) throw selectionProblem(result.reason);
      return { orders: result.orders };
    },
  });
}

/** The data of a person who has no order any more, or was deleted. */
export function addPersonalDataRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, tag);
  list({
    path: "/personal-data",
    summary: "Procura os dados de uma pessoa",
    description:
      "Clientes e pedidos com o e-mail, o telefone, o documento ou o nome, também os excluídos, que o registro de alterações " +
      "ainda tem. Confira o nome: duas pessoas podem ter o mesmo.",
    query: personalDataSearchSchema,
    answer: [
      "Do mais novo ao mais antigo, no máximo 200.",
      personalDataSchema.meta({ id: "PersonalData" }),
    ],
    run: ({ query }) => shop.customers.findPersonalData(query.search),
  });
  row({
    method: "post",
    path: "/personal-data/erase",
    summary: "Apaga os dados de uma pessoa",
    description:
      "Dos clientes, com todos os seus pedidos, e de pedidos avulsos, também dos excluídos: das linhas, do registro de alterações e " +
      "dos e-mails ainda não enviados. Itens, valores e datas ficam. Cópias de segurança já feitas não mudam. Não pode ser desfeito.",
    body: erasureSchema.meta({ id: "Erasure" }),
    answer: ["De quantos clientes e pedidos.", erasedSchema.meta({ id: "Erased" })],
    run: ({ author, body }) => shop.customers.erase(author, body),
  });
}

function selectionProblem(reason: "not-found" | "unrelated") {
  if (reason === "not-found") return notFoundProblem();
  return problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    errors: [
      { field: "orders", message: "Há pedidos sem o mesmo e-mail ou documento deste cliente." },
    ],
  });
}
