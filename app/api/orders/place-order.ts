import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { findAreaCustomer, findVisit, hasToken } from "#app/api/framework/guard.ts";
import { idempotencyKeySchema } from "#app/api/framework/idempotency.ts";
import { problem, problemResponses } from "#app/api/framework/problem.ts";
import { createRateLimit, reportLimit } from "#app/api/framework/rate-limit.ts";
import { jsonResponse } from "#app/api/framework/request-body.ts";
import { adminRoutes, publicRoutes } from "#app/api/framework/routes.ts";
import { offeredTableSchema } from "#app/domain/catalogue/price-tables/schema.ts";
import { tableRequestSchema } from "#app/domain/customers/schema.ts";
import {
  type Checkout,
  listShortNames,
  placeMessages,
} from "#app/domain/orders/checkout-schema.ts";
import type { OrderRejection } from "#app/domain/orders/place.server.ts";
import {
  type OrderRequest,
  orderRequestSchema,
  placedOrderSchema,
  takenOrderSchema,
} from "#app/domain/orders/schema.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { createConfirmationLimit } from "./confirmation-limit.ts";

const limitWindowSeconds = 600;

const placedOrder = placedOrderSchema.meta({ id: "PlacedOrder" });

const described = {
  method: "post",
  path: "/orders",
  summary: "Envia um pedido",
  description:
    "Guarda o pedido uma única vez por `Idempotency-Key`: repetir a mesma chave com o mesmo corpo responde o " +
    "mesmo pedido. O servidor calcula todos os valores; `price` é o preço que a pessoa viu e só é conferido. " +
    "Campos desconhecidos são recusados. Linhas do mesmo produto e unidade contam como uma.",
  headers: z.object({
    "Idempotency-Key": idempotencyKeySchema.meta({
      description: "Uma chave por pedido, a mesma em cada nova tentativa.",
      examples: ["0d9f2d2e-6f0e-4f5c-9a57-3a4b8f2f7f10"],
    }),
  }),
  body: orderRequestSchema.meta({ id: "OrderRequest" }),
  maxBodyBytes: 64 * 1024,
  answer: {
    201: jsonResponse("Pedido guardado.", placedOrder),
    200: jsonResponse("A chave já tinha este pedido: ele, como foi guardado.", placedOrder),
  },
  problems: problemResponses(409, 422, 429),
} as const;

/** POST /orders: an order of a visitor, stored once per idempotency key. */
export function addPlaceOrderRoute(api: Api, deps: ApiDependencies): void {
  const options = { name: "order", points: deps.orderLimit, seconds: limitWindowSeconds };
  const addressLimit = createRateLimit(deps.rateLimits, options);
  // Programs have the limit of their token instead.
  const unlimited = createRateLimit(deps.rateLimits, { ...options, points: 0 });
  const limitConfirmation = createConfirmationLimit(deps.rateLimits, deps.orderLimit);
  publicRoutes(api, deps, "Pedidos").response({
    ...described,
    run: async ({ c, header, body: request }) => {
      const key = header["Idempotency-Key"];
      const address = deps.clientAddress(c);
      const limit = hasToken(c) ? unlimited : addressLimit;
      const admission = await limit.consume(address);
      reportLimit(c, admission.state);
      const result = admission.ok
        ? await place(c, request, key)
        : await deps.shop.orders.findPlaced(request, key);
      if (!result) throw tooManyOrdersProblem(admission.ok ? 0 : admission.retryAfterSeconds);
      if (!result.ok) throw rejectionProblem(result);
      const order = { ...result.order, link: deps.ownOrigin(c) + result.order.link };
      if (!result.repeated) return c.json(order, 201);
      // A retry of an acknowledged order does not count toward the limit.
      if (admission.ok) await limit.refund(address);
      return c.json(order, 200);
    },
  });

  adminRoutes(api, deps, "Pedidos").response({
    ...described,
    path: "/orders/taken",
    area: "orders",
    summary: "Anota um pedido por telefone ou WhatsApp",
    description:
      "As mesmas regras de `POST /orders`, mas `price` e `delivery_date` valem como combinados com o cliente, e e-mail e documento são opcionais. De um membro, `price` é o da loja e vale o pedido mínimo.",
    body: takenOrderSchema.meta({ id: "TakenOrder" }),
    run: async ({ c, administrator, author, header, body }) => {
      await requireKnownNames(deps, body.customer);
      const canSetPrices = administrator.role === "dono";
      const key = header["Idempotency-Key"];
      const result = await deps.shop.customers.takeOrder(author, body, key, canSetPrices);
      if (!result.ok) throw rejectionProblem(result);
      const order = { ...result.order, link: deps.ownOrigin(c) + result.order.link };
      return c.json(order, result.repeated ? 200 : 201);
    },
  });

  adminRoutes(api, deps, "Pedidos").row({
    method: "post",
    path: "/orders/taken/table",
    area: "orders",
    summary: "Diz a tabela de preços de um pedido por telefone",
    description:
      "A do cliente a quem o pedido pertenceria: o do documento, senão o escolhido, senão o do e-mail e telefone. É um POST para que estes dados não fiquem em registros de acesso.",
    body: tableRequestSchema.meta({ id: "TableRequest" }),
    maxBodyBytes: 16 * 1024,
    answer: [
      "A tabela em vigor, ou null.",
      z.object({ price_table: offeredTableSchema.nullable() }).meta({ id: "OfferedTable" }),
    ],
    run: async ({ body }) => ({
      price_table: (await deps.shop.customers.readTableOfOrder(body)) ?? null,
    }),
  });

  /** The recipient of the confirmation is stored with the order, so that no mail is sent that the limit forbids. */
  async function place(c: Context, request: OrderRequest, key: string) {
    await requireKnownNames(deps, request.customer);
    const visit = await findVisit(deps, c);
    const customer = await findAreaCustomer(deps, c);
    const terms = {
      requestedTable: visit?.requestedTable,
      customerId: customer?.id,
      isOfArea: customer !== undefined,
    };
    if (hasToken(c)) return deps.shop.orders.place(request, key, terms);
    const confirmation = await limitConfirmation(deps.clientAddress(c), request.customer.email);
    let isStored = false;
    try {
      const { recipients } = confirmation;
      const placed = await deps.shop.orders.place(request, key, { ...terms, recipients });
      isStored = placed.ok && !placed.repeated;
      return placed;
    } finally {
      if (!isStored) await confirmation.refund();
    }
  }
}

/** A street or district of two letters, such as 'Sé', must be what the postal-code service returns for the CEP. */
async function requireKnownNames({ shop }: ApiDependencies, customer: Checkout): Promise<void> {
  const short = listShortNames(customer);
  if (short.length === 0) return;
  const found = await shop.delivery.findAddress(customer.zipCode);
  const unknown = short.filter((field) => !found.ok || found.address[field] !== customer[field]);
  if (unknown.length === 0) return;
  throw problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    errors: unknown.map((field) => ({ field: `customer.${field}`, message: placeMessages[field] })),
  });
}

function tooManyOrdersProblem(retryAfterSeconds: number) {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return problem(429, {
    kind: "too-many-orders",
    title: "Muitos pedidos em pouco tempo",
    detail: `Tente novamente em ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`,
    retryAfterSeconds,
  });
}

const paymentMethodMessage = "Esta forma de pagamento não vale para este pedido. Escolha outra.";

export function rejectionProblem(rejection: OrderRejection) {
  switch (rejection.reason) {
    case "closed":
      return problem(409, {
        kind: "shop-closed",
        title: "A loja ainda não abriu",
        detail: "Os pedidos começam quando ela abrir.",
      });
    case "lines-changed":
      return problem(409, {
        kind: "lines-changed",
        title: "O pedido mudou",
        detail:
          "Preços ou disponibilidade mudaram desde que você montou o carrinho. Confira e envie de novo.",
        lines: rejection.lines,
      });
    case "quantity-step":
      return problem(409, {
        kind: "quantity-step",
        title: "Quantidade fora do múltiplo ou do mínimo",
        detail: rejection.lines
          .map(({ product_name, unit, nearest }) => {
            const units = [...new Set(nearest.map(formatQuantity))].join(" ou ");
            return `${product_name} (${unit}): peça ${units}.`;
          })
          .join(" "),
        quantities: rejection.lines,
      });
    case "below-minimum":
      return problem(409, { kind: "below-minimum", title: rejection.message });
    case "delivery-changed":
      return problem(409, {
        kind: "delivery-changed",
        title: "A entrega mudou",
        detail: "A zona, a taxa ou os dias não são mais os que você viu. Confira e envie de novo.",
        delivery: rejection.offer,
      });
    case "outside-zones":
      return problem(409, {
        kind: "outside-zones",
        title: "A loja não entrega neste endereço",
        detail: "Confira o CEP, escolha retirar na loja, se ela oferecer, ou fale com ela.",
      });
    case "too-large":
      return problem(409, {
        kind: "order-too-large",
        title: "Pedido grande demais",
        detail: "Divida as quantidades em mais de um pedido.",
      });
    case "payment-method":
      return problem(400, {
        kind: "invalid-input",
        title: "Dados inválidos",
        errors: [{ field: "customer.payment_method", message: paymentMethodMessage }],
      });
    case "key-reused":
      return problem(422, {
        kind: "key-reused",
        title: "Chave já usada por outro pedido",
        detail: `Esta Idempotency-Key pertence ao pedido nº ${rejection.numero_pedido}. Use uma chave nova.`,
        numero_pedido: rejection.numero_pedido,
      });
  }
}
