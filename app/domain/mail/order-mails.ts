import { weighedNote } from "#app/domain/catalogue/rules.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { describeLine } from "#app/domain/orders/edit.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { type OrderStatus, statusTable } from "#app/domain/orders/status.ts";
import {
  greetingName,
  ifMissingLabels,
  isUnweighed,
  totalLabel,
} from "#app/domain/orders/texts.ts";
import { describeTerms } from "#app/domain/payments/rules.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type MailBlock, toHtml, toText } from "./mail-body.ts";
import { wordsOfName } from "./recipient.ts";

/** Subject and body of a mail. */
type MailContent = { subject: string; text: string; html: string };

type Shop = Pick<Settings, "site_name" | "phone" | "whatsapp" | "email">;

const instant = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/**
 * Confirmation for the customer: number, items, next steps and the link of the order, if known. No other text of the order:
 * anyone can send one with another person's address.
 */
export function writeCustomerMail(order: Order, shop: Shop, link?: string): MailContent {
  const { cliente_info: customer, numero_pedido } = order;
  return createMail(`Recebemos seu pedido nº ${numero_pedido} – ${siteName(shop)}`, [
    { kind: "paragraph", lines: [greet(customer)] },
    {
      kind: "paragraph",
      lines: [`Recebemos seu pedido nº ${numero_pedido}, de ${formatPlacedAt(order)}.`],
    },
    ...itemBlocks(order),
    { kind: "heading", text: "E agora?" },
    {
      kind: "paragraph",
      lines: [
        "Conferimos o estoque e a entrega e entramos em contato em breve. Nada foi cobrado: o pagamento se combina na confirmação.",
      ],
    },
    ...linkBlock("Acompanhar o pedido", link),
    ...contactBlocks(shop),
  ]);
}

/** Notice for the customer of the order's status: its items, total and link, if known. */
export function writeStatusMail(
  order: Order,
  status: OrderStatus,
  shop: Shop,
  link?: string,
): MailContent {
  const { numero_pedido, cliente_info } = order;
  return createMail(`Pedido nº ${numero_pedido} ${status} – ${siteName(shop)}`, [
    { kind: "paragraph", lines: [greet(cliente_info)] },
    {
      kind: "paragraph",
      lines: [
        `Seu pedido nº ${numero_pedido}, de ${formatPlacedAt(order)}, ${statusTable[status].mail ?? ""}`,
      ],
    },
    ...linkBlock("Ver o pedido", link),
    ...itemBlocks(order),
    ...contactBlocks(shop),
  ]);
}

/** Notice for the customer that the shop changed the order: its reason, the items, the total before and now. */
export function writeChangeMail(order: Order, shop: Shop, link?: string): MailContent {
  const { numero_pedido, cliente_info, original, valor_total, edit_reason } = order;
  const totals = `${formatMoney(original?.valor_total ?? valor_total)}, e agora de ${formatMoney(valor_total)}`;
  return createMail(`Seu pedido nº ${numero_pedido} mudou – ${siteName(shop)}`, [
    { kind: "paragraph", lines: [greet(cliente_info)] },
    {
      kind: "paragraph",
      lines: [
        `Seu pedido nº ${numero_pedido}, de ${formatPlacedAt(order)}, mudou. O total era de ${totals}.`,
        ...(edit_reason ? [`Motivo: ${edit_reason}`] : []),
      ],
    },
    ...linkBlock("Ver o pedido", link),
    ...itemBlocks(order),
    ...contactBlocks(shop),
  ]);
}

function contactBlocks(shop: Shop): MailBlock[] {
  const contacts = [
    shop.phone && `Telefone: ${shop.phone}`,
    shop.whatsapp && `WhatsApp: ${shop.whatsapp}`,
    ...emailAddresses(shop.email).map((address) => `E-mail: ${address}`),
  ].filter((line) => typeof line === "string");
  return [
    { kind: "heading", text: "Precisa falar com a gente?" },
    { kind: "paragraph", lines: contacts.length > 0 ? contacts : ["Responda a este e-mail."] },
    { kind: "paragraph", lines: [siteName(shop)] },
  ];
}

/** Notice for the shop: customer, items, and the addresses of the order in the back office and for its customer. */
export function writeShopMail(
  order: Order,
  { orderUrl, link }: { orderUrl?: string | undefined; link?: string | undefined },
): MailContent {
  const { cliente_info: customer, numero_pedido, valor_total } = order;
  return createMail(`Novo pedido nº ${numero_pedido} – ${formatMoney(valor_total)}`, [
    { kind: "paragraph", lines: [`Pedido nº ${numero_pedido}, de ${formatPlacedAt(order)}.`] },
    { kind: "heading", text: "Cliente" },
    {
      kind: "paragraph",
      lines: [
        customer.name,
        `Telefone: ${customer.phone}`,
        `E-mail: ${customer.email}`,
        `CPF/CNPJ: ${customer.document}`,
      ],
    },
    { kind: "heading", text: "Entrega" },
    { kind: "paragraph", lines: addressLines(order) },
    ...wishBlocks(order),
    ...itemBlocks(order),
    ...linkBlock("Abrir o pedido", orderUrl),
    ...linkBlock("Página do cliente", link),
  ]);
}

function linkBlock(text: string, to: string | undefined): MailBlock[] {
  return to ? [{ kind: "link", text, to }] : [];
}

function createMail(subject: string, blocks: MailBlock[]): MailContent {
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

function itemBlocks(order: Order): MailBlock[] {
  const { itens, delivery_fee, discount, valor_total } = order;
  const terms = describeTerms(order);
  const rows = itens.map((item): [string, string] => [
    `${describeLine(item)}${isUnweighed(item) ? `. ${weighedNote}` : ""}`,
    formatMoney(item.total),
  ]);
  if (discount > 0) rows.push(["Desconto", formatMoney(-discount)]);
  if (delivery_fee > 0) rows.push(["Taxa de entrega", formatMoney(delivery_fee)]);
  const when = describeDelivery(order);
  const delivery: MailBlock[] = when ? [{ kind: "paragraph", lines: [`${when}.`] }] : [];
  return [
    ...delivery,
    { kind: "heading", text: "Itens" },
    { kind: "amounts", rows, total: [totalLabel(itens), formatMoney(valor_total)] },
    ...(terms ? [{ kind: "paragraph" as const, lines: [`Forma de pagamento: ${terms}`] }] : []),
  ];
}

function addressLines({ cliente_info: at }: Order): string[] {
  const street = [`${at.street}, ${at.number}`, at.complement].filter(Boolean).join(" – ");
  return [street, at.neighborhood, `${at.city} – ${at.state}`, `CEP ${at.zipCode}`];
}

function wishBlocks({ cliente_info: { note, if_missing } }: Order): MailBlock[] {
  return [
    ...(if_missing ? [wishBlock("Se faltar algo", [ifMissingLabels[if_missing]])] : []),
    ...(note ? [wishBlock("Observação", note.split("\n"))] : []),
  ].flat();
}

function wishBlock(text: string, lines: string[]): MailBlock[] {
  return [
    { kind: "heading", text },
    { kind: "paragraph", lines },
  ];
}

function formatPlacedAt({ created_at }: Order): string {
  return instant.format(new Date(created_at)).replace(",", " às");
}

function greet({ name, document }: Order["cliente_info"]): string {
  const called = greetingName(wordsOfName(name), document);
  return called ? `Olá, ${called}!` : "Olá!";
}
