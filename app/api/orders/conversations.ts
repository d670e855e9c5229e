import { z } from "@hono/zod-openapi";
import { productComponent } from "#app/api/catalogue/product-batch.ts";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { rejectedFieldsProblem } from "#app/api/framework/problem.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { idParams } from "#app/api/framework/rows.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import {
  aliasSchema,
  conversationPeopleSchema,
  conversationRequestSchema,
  newAliasSchema,
} from "#app/domain/customers/conversations/schema.ts";
import { customerDetailSchema, customerSchema } from "#app/domain/customers/schema.ts";
import { aliasOf, type PastedLine } from "#app/domain/orders/cart/pasted-list.ts";
import { pastedLineSchema, productsOf, toLine } from "./pasted-list.ts";

const maxConversationBytes = 1024 * 1024;
const rejections = {
  "no-words": { field: "text", message: "Informe o nome que o cliente usa." },
  "no-option": { field: "product_id", message: "O produto não é vendido assim." },
};

/** Routes for what a customer ordered in a conversation of WhatsApp, and the customer's own names of products. */
export function addConversationRoutes(api: Api, deps: ApiDependencies): void {
  const { customers } = deps.shop;
  const { row } = adminRoutes(api, deps, "Pedidos");
  row({
    method: "post",
    path: "/orders/taken/conversation",
    area: "orders",
    summary: "Lê uma conversa do WhatsApp",
    description:
      "A conversa exportada ou copiada, ou só a lista. O cliente é achado pelo telefone; com um nome, `candidates` são os que " +
      "podem ser ele. Vale o último pedido: as últimas mensagens com um produto, que cabem em 12 horas; `order_at` escolhe outro. " +
      "Cumprimentos, avisos, anexos e as mensagens da loja ficam de fora. Uma linha só é um item se tudo nela foi entendido; as " +
      "outras têm `kind` `none` e o texto como foi escrito. Mais de 100 linhas são recusadas.",
    body: conversationRequestSchema.meta({ id: "ConversationRequest" }),
    maxBodyBytes: maxConversationBytes,
    answer: [
      "Quem pediu o quê.",
      conversationPeopleSchema
        .extend({
          // A nullable reference would be documented as `allOf`, which rejects null.
          customer: z.union([customerDetailSchema.meta({ id: "CustomerDetail" }), z.null()]),
          candidates: z.array(customerSchema.meta({ id: "Customer" })),
          lines: z.array(pastedLineSchema),
          products: z.array(productComponent).meta({ description: "Os produtos das linhas." }),
        })
        .meta({ id: "Conversation" }),
    ],
    run: async ({ body }) => {
      const conversation = await customers.readConversation(body);
      if (!conversation.ok)
        throw rejectedFieldsProblem([{ field: "text", message: conversation.error }]);
      const { people, lines } = conversation;
      return { ...people, lines: lines.map(withRequest), products: productsOf(lines) };
    },
  });
  addAliasRoutes(api, deps);
}

/** A line that was not understood may still have a quantity, a unit and the words of a product. */
function withRequest(line: PastedLine<Product>) {
  return { ...aliasOf(line.text), ...toLine(line) };
}

function addAliasRoutes(api: Api, deps: ApiDependencies): void {
  const { customers } = deps.shop;
  const { row, list, done } = adminRoutes(api, deps, "Clientes");
  const alias = aliasSchema.meta({ id: "OrderAlias" });
  list({
    path: "/customers/{id}/aliases",
    area: "customers",
    summary: "Lista como o cliente chama os produtos",
    description: "Também os nomes dos cadastros unidos a ele.",
    answer: ["Do mais novo ao mais antigo.", alias],
    run: ({ id }) => customers.listAliases(id),
  });
  row({
    method: "post",
    path: "/customers/{id}/aliases",
    area: "orders",
    summary: "Aprende como o cliente chama um produto",
    description:
      "Vale na próxima conversa deste cliente, antes da leitura geral. O mesmo texto passa a ser o novo produto.",
    body: newAliasSchema.meta({ id: "NewOrderAlias" }),
    answer: ["Aprendido.", alias],
    run: async ({ id, body }) => {
      const result = await customers.learnAlias(id, body);
      if (result.ok) return result.alias;
      if (result.reason === "not-found") return undefined;
      throw rejectedFieldsProblem([rejections[result.reason]]);
    },
  });
  done({
    method: "delete",
    path: "/customers/{id}/aliases/{alias_id}",
    area: "customers",
    params: idParams.extend({ alias_id: idParams.shape.id }),
    summary: "Esquece como o cliente chama um produto",
    description: "O texto volta a ser lido como o de qualquer cliente.",
    answer: "Esquecido.",
    run: ({ id, params }) => customers.deleteAlias(id, params.alias_id),
  });
}
