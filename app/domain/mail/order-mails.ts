import type { Order } from "#app/domain/orders/schema.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { formatMoney } from "#app/shared/money.ts";

/** Subject and body of a mail. */
type MailContent = { subject: string; text: string; html: string };

type Shop = Pick<Settings, "site_name" | "phone" | "whatsapp" | "email">;

const instant = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** Confirmation for the customer: number, items and next steps. */
export function writeCustomerMail(order: Order, shop: Shop): MailContent {
  const name = siteName(shop);
  const { cliente_info: customer, numero_pedido } = order;
  const contacts = [
    shop.phone && `Telefone: ${shop.phone}`,
    shop.whatsapp && `WhatsApp: ${shop.whatsapp}`,
    ...emailAddresses(shop.email).map((address) => `E-mail: ${address}`),
  ].filter((line) => typeof line === "string");
  return createMail(`Recebemos seu pedido nº ${numero_pedido} – ${name}`, [
    { kind: "paragraph", lines: [`Olá, ${firstName(customer.name)}!`] },
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
    { kind: "heading", text: "Entrega" },
    { kind: "paragraph", lines: addressLines(order) },
    { kind: "heading", text: "Precisa falar com a gente?" },
    { kind: "paragraph", lines: contacts.length > 0 ? contacts : ["Responda a este e-mail."] },
    { kind: "paragraph", lines: [name] },
  ]);
}

/** Notice for the shop: customer, items and a link, if the public URL is known. */
export function writeShopMail(order: Order, orderUrl: string | undefined): MailContent {
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
    ...itemBlocks(order),
    ...(orderUrl ? [{ kind: "link", text: "Abrir o pedido", to: orderUrl } as const] : []),
  ]);
}

function createMail(subject: string, blocks: MailBlock[]): MailContent {
  return { subject, text: toText(blocks), html: toHtml(subject, blocks) };
}

function itemBlocks({ itens, delivery_fee, valor_total }: Order): MailBlock[] {
  const rows = itens.map((item): [string, string] => [
    `${item.quantity} × ${item.product_name} (${item.unit}, ${formatMoney(item.price)})`,
    formatMoney(item.total),
  ]);
  if (delivery_fee > 0) rows.push(["Taxa de entrega", formatMoney(delivery_fee)]);
  return [
    { kind: "heading", text: "Itens" },
    { kind: "amounts", rows, total: ["Total", formatMoney(valor_total)] },
  ];
}

function addressLines({ cliente_info: at }: Order): string[] {
  const street = [`${at.street}, ${at.number}`, at.complement].filter(Boolean).join(" – ");
  return [street, at.neighborhood, `${at.city} – ${at.state}`, `CEP ${at.zipCode}`];
}

function formatPlacedAt({ created_at }: Order): string {
  return instant.format(new Date(created_at)).replace(",", " às");
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
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
