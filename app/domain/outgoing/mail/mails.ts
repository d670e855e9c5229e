import { tableTitle } from "#app/domain/catalogue/price-tables/rules.ts";
import { weighedNote } from "#app/domain/catalogue/rules.ts";
import { emailAddresses, siteName } from "#app/domain/company/rules.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { describeLine } from "#app/domain/orders/lines.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { greetingName, ifMissingLabels, totalLabel } from "#app/domain/orders/texts.ts";
import { describeTerms } from "#app/domain/payments/rules.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import { isUnweighed } from "#app/shared/weighing.ts";

/** Providers that ignore dots in the part before the "@". */
const dotlessDomains = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

/** The mailbox of an address, the same for all its spellings: "Ana.Souza+loja@GMAIL.com" → "anasouza@gmail.com". */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [user = ""] = email.slice(0, at).toLowerCase().split("+");
  const domain = email.slice(at + 1).toLowerCase();
  const dotless = dotlessDomains.get(domain);
  return dotless ? `${user.replaceAll(".", "")}@${dotless}` : `${user}@${domain}`;
}

// "Ana", "D'Ávila", "Ltda.", "J.R.": a dot only at the end or after initials, so no word is a domain in any script.
const nameWord =
  /^(?:\p{Script=Latin}\p{M}?\.)+$|^[\p{Script=Latin}\p{M}]+(?:['’-][\p{Script=Latin}\p{M}]+)*\.?$/u;

/** The words of a customer's name; empty if one of them could be anything else, such as an address of the web. */
export function wordsOfName(name: string): string[] {
  const words = name.trim().split(/\s+/);
  return words.every((word) => nameWord.test(word)) ? words : [];
}

/** A block of a mail's body, rendered as plain text and as simple HTML. */
type MailBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; lines: string[] }
  | { kind: "link"; text: string; to: string }
  | {
      kind: "amounts";
      rows: [what: string, amount: string][];
      total: [what: string, amount: string];
    };

function toText(blocks: MailBlock[]): string {
  return `${blocks.map(blockAsText).join("\n\n")}\n`;
}

function blockAsText(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return block.text.toUpperCase();
    case "paragraph":
      return block.lines.join("\n");
    case "link":
      return `${block.text}: ${block.to}`;
    case "amounts":
      return [...block.rows, block.total].map((row) => row.join(": ")).join("\n");
  }
}

/** Tables and style attributes are what all mail clients support. No external resources. */
function toHtml(title: string, blocks: MailBlock[]): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0f172a">
<div style="max-width:560px;margin:0 auto">
${blocks.map(blockAsHtml).join("\n")}
</div>
</body>
</html>
`;
}

function blockAsHtml(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return `<h2 style="margin:24px 0 8px;font-size:18px">${escapeHtml(block.text)}</h2>`;
    case "paragraph":
      return `<p style="margin:0 0 12px">${block.lines.map(escapeHtml).join("<br>")}</p>`;
    case "link":
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.to)}">${escapeHtml(block.text)}</a></p>`;
    case "amounts":
      return `<table style="width:100%;border-collapse:collapse">${[
        ...block.rows.map((row) => rowAsHtml(row, "td")),
        rowAsHtml(block.total, "th"),
      ].join("")}</table>`;
  }
}

function rowAsHtml([what, amount]: [string, string], cell: "td" | "th"): string {
  const style = "padding:6px 0;border-top:1px solid #d8dee6;vertical-align:top";
  return `<tr><${cell} style="${style};text-align:left">${escapeHtml(what)}</${cell}><${cell} style="${style};text-align:right;white-space:nowrap">${escapeHtml(amount)}</${cell}></tr>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

export type AccountMail = { subject: string; text: string; html: string };

/**
 * Warns that a client with the right password sends wrong second-factor codes: those of the administrator, or of a member,
 * whom the mail names to both.
 */
export function wrongCodesLetter(now: Date, member?: { name: string; email: string }): AccountMail {
  const instant = new Intl.DateTimeFormat("pt-BR", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  const subject = "Cinco códigos errados ao entrar na administração";
  const blocks: MailBlock[] = [
    {
      kind: "paragraph",
      lines: [
        `Até ${instant.format(now).replace(",", " às")}, alguém digitou a senha certa ${member ? `de ${member.name} (${member.email})` : "da administração"} e cinco códigos errados da verificação em duas etapas.`,
      ],
    },
    {
      kind: "paragraph",
      lines: [
        "Ninguém entrou. Novas tentativas em aparelhos desconhecidos ficam suspensas por um tempo.",
      ],
    },
    {
      kind: "paragraph",
      lines: [
        member
          ? `Se não foi ${member.name}, é preciso trocar a senha em Conta: quem tentou já sabe a atual. Quem administra a loja também pode desativar o acesso.`
          : "Se não foi você, troque a senha em Conta: quem tentou já sabe a atual.",
      ],
    },
  ];
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

/** The link that opens a customer's area once. */
export function areaLinkLetter(
  shop: Pick<Settings, "site_name">,
  customer: string,
  link: string,
): AccountMail {
  const subject = `Seu link de entrada – ${siteName(shop)}`;
  const blocks: MailBlock[] = [
    {
      kind: "paragraph",
      lines: [
        `Este link abre a área de ${customer}: preços, pedidos, extrato e o pedido de sempre.`,
      ],
    },
    { kind: "link", text: "Entrar", to: link },
    {
      kind: "paragraph",
      lines: [
        "Ele vale uma vez, em um aparelho, por um dia. Se você não o pediu, ignore esta mensagem: ninguém entrou.",
      ],
    },
  ];
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

/** The orders with an address that the seller has not confirmed, each by its link, in place of the area. */
export function ordersLetter(
  shop: Pick<Settings, "site_name">,
  orders: readonly { number: number; link: string }[],
): AccountMail {
  const subject = `Seus pedidos – ${siteName(shop)}`;
  const blocks: MailBlock[] = [
    {
      kind: "paragraph",
      lines: [
        "A loja ainda não confirmou este e-mail para a área do cliente, e já sabe que você pediu o link. Estes são os últimos pedidos feitos com ele:",
      ],
    },
    ...orders.map(
      ({ number, link }): MailBlock => ({ kind: "link", text: `Pedido nº ${number}`, to: link }),
    ),
    {
      kind: "paragraph",
      lines: ["Se você não pediu esta mensagem, ignore-a: ninguém entrou."],
    },
  ];
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

/** Notifies the seller of customers who wait for a link. */
export function linkRequestLetter(customers: readonly string[], page: string): AccountMail {
  const subject = "Um cliente pediu o link da área dele";
  const blocks: MailBlock[] = [
    {
      kind: "paragraph",
      lines: [
        `${customers.join(", ")}: confira quem pediu e envie o link pelo WhatsApp, na lista de clientes.`,
      ],
    },
    { kind: "link", text: "Abrir os clientes", to: page },
  ];
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

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

/** Writes a mail about a date of a series: sentences, the order if one was made, and links. */
export function writeSeriesMail(
  {
    subject,
    customer,
    sentences,
    order,
  }: {
    subject: string;
    customer: Pick<Order["cliente_info"], "name" | "document">;
    sentences: readonly string[];
    order: Order | undefined;
  },
  shop: Shop,
  links: readonly { text: string; to: string | undefined }[],
): MailContent {
  return createMail(`${subject} – ${siteName(shop)}`, [
    { kind: "paragraph", lines: [greet(customer)] },
    ...sentences.map((line): MailBlock => ({ kind: "paragraph", lines: [line] })),
    ...links.flatMap(({ text, to }) => linkBlock(text, to)),
    ...(order ? itemBlocks(order) : []),
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
        customer.email && `E-mail: ${customer.email}`,
        customer.document && `CPF/CNPJ: ${customer.document}`,
      ].filter(Boolean),
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
    ...(order.price_table
      ? [{ kind: "paragraph" as const, lines: [`${tableTitle(order.price_table)}.`] }]
      : []),
    ...(terms ? [{ kind: "paragraph" as const, lines: [`Pagamento: ${terms}`] }] : []),
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

function greet({ name, document }: Pick<Order["cliente_info"], "name" | "document">): string {
  const called = greetingName(wordsOfName(name), document);
  return called ? `Olá, ${called}!` : "Olá!";
}
