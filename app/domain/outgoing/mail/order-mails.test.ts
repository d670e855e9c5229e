import { expect, test } from "vitest";
import type { Order } from "#app/domain/orders/schema.ts";
import { customerMailStatuses } from "#app/shared/order-status.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { writeChangeMail, writeCustomerMail, writeShopMail, writeStatusMail } from "./mails.ts";

const order: Order = {
  id: "9f0c11d2-0000-4000-8000-000000000000",
  numero_pedido: 1001,
  metadata: {},
  customer_id: null,
  channel: "site",
  price_table_id: null,
  price_table: null,
  status: "pendente",
  valor_total: 152.7,
  delivery_fee: 15,
  discount: 0,
  original: null,
  changed_from: null,
  edited_at: null,
  edit_reason: null,
  payment_method: "Boleto",
  due_on: "2026-12-22",
  due_is_expected: true,
  billed_on: null,
  due_days: 28,
  due_from: "delivery",
  delivered_at: null,
  paid_amount: 0,
  payment_state: "open",
  delivery_kind: null,
  delivery_date: null,
  delivery_shift: null,
  delivery_zone: null,
  cliente_info: {
    ...customer,
    name: "Ana <Souza>",
    email: "ana@example.com",
    phone: "11987654321",
    document: "52998224725",
    zipCode: "01310100",
    complement: "Apto 12",
    note: "Portão azul.\nSem campainha.",
    if_missing: "trocar",
    totalItems: 3,
    timestamp: "2026-11-21T11:55:00.000Z",
  },
  itens: [
    {
      product_id: "0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11",
      product_name: "Polpa de açaí 100 g",
      quantity: 3,
      unit: "pacote",
      unit_label: "Pacote · 12 un",
      price: 45.9,
      total: 137.7,
    },
  ],
  user_id: null,
  cancel_reason: null,
  paid_at: null,
  paid_method: null,
  anonymized_at: null,
  version: 1,
  created_at: "2026-11-21T11:55:00.000Z",
  updated_at: "2026-11-21T11:55:00.000Z",
};
const shop = {
  site_name: null,
  phone: "(11) 4000-0000",
  whatsapp: null,
  email: "a@pomar.example, b@pomar.example",
};

test("the customer's mail contains number, items, total and next steps", () => {
  const link = "https://loja.example/pedido/1001-x";
  const { subject, text, html } = writeCustomerMail(order, shop, link);
  expect(text).toContain(`Acompanhar o pedido: ${link}`);
  expect(html).toContain(`href="${link}"`);
  expect(subject).toBe("Recebemos seu pedido nº 1001 – Pomar");
  expect(text).toContain("Recebemos seu pedido nº 1001, de 21/11/2026 às 08:55.");
  expect(text).toContain(
    "3 × Polpa de açaí 100 g (Pacote · 12 un, R$ 45,90): R$ 137,70\nTaxa de entrega: R$ 15,00\nTotal: R$ 152,70",
  );
  expect(text).toContain("Pagamento: Boleto, vence em 22/12/2026 (previsto)");
  expect(text).toContain("entramos em contato em breve");
  expect(text).toContain(
    "Telefone: (11) 4000-0000\nE-mail: a@pomar.example\nE-mail: b@pomar.example",
  );
});

test.each([
  ["confirmado", "está confirmado. Na página do pedido"],
  ["entregue", "foi entregue."],
  ["cancelado", "foi cancelado."],
] as const)("the mail of the status %s has items, total and the link", (status, sentence) => {
  const link = "https://loja.example/pedido/1001-x";
  const { subject, text, html } = writeStatusMail(order, status, shop, link);
  expect(subject).toBe(`Pedido nº 1001 ${status} – Pomar`);
  expect(text).toContain(`Seu pedido nº 1001, de 21/11/2026 às 08:55, ${sentence}`);
  expect(text).toContain(`Ver o pedido: ${link}`);
  expect(text).toContain("Total: R$ 152,70");
  expect(text).not.toMatch(/52998224725|Paulista|98765/);
  expect(html).toContain(`href="${link}"`);
  expect(writeStatusMail(order, status, shop).text).not.toContain("Ver o pedido");
});

test("the shop's mail contains the customer and a link to the order", () => {
  const { subject, text } = writeShopMail(order, {
    orderUrl: "https://loja.example/admin/orders?pedido=9f0c",
    link: "https://loja.example/pedido/1001-x",
  });
  expect(text).toContain("Página do cliente: https://loja.example/pedido/1001-x");
  expect(subject).toBe("Novo pedido nº 1001 – R$ 152,70");
  expect(text).toContain("Telefone: 11987654321\nE-mail: ana@example.com\nCPF/CNPJ: 52998224725");
  expect(text).toContain("Abrir o pedido: https://loja.example/admin/orders?pedido=9f0c");
  expect(text).toContain("SE FALTAR ALGO\n\nTrocar por um parecido");
  expect(text).toContain("OBSERVAÇÃO\n\nPortão azul.\nSem campainha.");
});

test("no text of the order's sender is in the customer's mails", () => {
  const texts = ["name", "street", "number", "complement", "neighborhood", "city", "note"] as const;
  const spam = Object.fromEntries(texts.map((field) => [field, `${field} evil。com/premio`]));
  const sent = { ...order, cliente_info: { ...order.cliente_info, ...spam } };
  for (const { subject, text, html } of [
    writeCustomerMail(sent, shop),
    ...customerMailStatuses.map((status) => writeStatusMail(sent, status, shop)),
  ]) {
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil|premio/);
  }
  expect(writeShopMail(sent, {}).text.match(/evil。com/g)).toHaveLength(texts.length);
});

test("customer input is escaped in the HTML", () => {
  const { html } = writeShopMail(order, {});
  expect(html).toContain("Ana &lt;Souza&gt;");
  expect(html).not.toContain("<Souza>");
  expect(html).not.toMatch(/src=|https?:/);
});

test.each([
  "https://evil.example/premio",
  "evil.example/premio clique",
  "Ganhe: www.evil.example",
  "Ana evil.com.br",
  "//evil",
  "evil。com premio",
])("a customer named %j is greeted without the name", (name) => {
  const cliente_info = { ...order.cliente_info, name };
  const { text, html } = writeCustomerMail({ ...order, cliente_info }, shop);
  expect(text).toContain("Olá!");
  expect(text).not.toContain(name.split(" ")[0]);
  expect(html).not.toContain("evil");
});

test.each(["Ana Souza", "J.R. Silva", "D'Ávila Ltda."])("%s is greeted by name", (name) => {
  const cliente_info = { ...order.cliente_info, name };
  const { text } = writeCustomerMail({ ...order, cliente_info }, shop);
  expect(text).toContain(`Olá, ${name.split(" ")[0]}!`);
});

test("a line that is weighed says that its price is per kg", () => {
  const itens = order.itens.map((item) => ({
    ...item,
    unit: "kg" as const,
    variable_weight: true,
  }));
  const note = "R$ 45,90). Preço por kg; o valor final sai na pesagem: R$ 137,70";
  expect(writeCustomerMail({ ...order, itens }, shop).text).toContain(note);
  expect(writeShopMail({ ...order, itens }, {}).text).toContain(note);
});

test("the mail about a change has the reason, what is sent and both totals", () => {
  const [item] = order.itens;
  if (!item) throw new Error("the order has no item");
  const edited: Order = {
    ...order,
    valor_total: 100.5,
    discount: 2,
    edit_reason: "Faltou açaí",
    original: { itens: order.itens, delivery_fee: 15, valor_total: 152.7 },
    itens: [
      { ...item, quantity: 0, total: 0 },
      {
        ...item,
        product_name: "Tilápia",
        unit: "kg",
        unit_label: undefined,
        variable_weight: true,
        weight: 2.5,
        price: 35,
        total: 87.5,
      },
    ],
  };
  const { subject, text } = writeChangeMail(edited, shop, "https://loja.example/pedido/1001-x");
  expect(subject).toBe("Seu pedido nº 1001 mudou – Pomar");
  expect(text).toContain("O total era de R$ 152,70, e agora de R$ 100,50.");
  expect(text).toContain("Motivo: Faltou açaí");
  expect(text).toContain("Polpa de açaí 100 g (Pacote · 12 un): não enviado: R$ 0,00");
  expect(text).toContain("2,5 × Tilápia (kg, R$ 35,00): R$ 87,50");
  expect(text).toContain("Desconto: -R$ 2,00");
  expect(text).toContain("Total: R$ 100,50");
});
