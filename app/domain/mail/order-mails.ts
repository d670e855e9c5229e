import type { Order } from "#app/domain/orders/schema.ts";
import { emailAddresses, siteName } from "#app/domain/settings/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { formatMoney } from "#app/shared/money.ts";

/** What a letter says besides whom it goes to. */
type Letter = { subject: string; text: string; html: string };

type Shop = Pick<Settings, "site_name" | "phone" | "whatsapp" | "email">;

const instant = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** What the customer gets: the number, what was ordered, what happens next. */
export function writeCustomerMail(order: Order, shop: Shop): Letter {
  const name = siteName(shop);
  const { cliente_info: customer, numero_pedido } = order;
  const contacts = [
    shop.phone && `Telefone: ${shop.phone}`,
    shop.whatsapp && `WhatsApp: ${shop.whatsapp}`,
    ...emailAddresses(shop.email).map((address) => `E-mail: ${address}`),
  ].filter((line) => typeof line === "string");
  return letter(`Recebemos seu pedido nº ${numero_pedido} – ${name}`, [
    { kind: "paragraph", lines: [`Olá, ${firstName(customer.name)}!`] },
    {
      kind: "paragraph",
      lines: [`Recebemos seu pedido nº ${numero_pedido}, de ${whenOf(order)}.`],
    },
    ...goodsOf(order),
    { kind: "heading", text: "E agora?" },
    {
      kind: "paragraph",
      lines: [
        "Conferimos o estoque e a entrega e entramos em contato em breve. Nada foi cobrado: o pagamento se combina na confirmação.",
      ],
    },
    { kind: "heading", text: "Entrega" },
    { kind: "paragraph", lines: addressOf(order) },
    { kind: "heading", text: "Precisa falar com a gente?" },
    { kind: "paragraph", lines: contacts.length > 0 ? contacts : ["Responda a este e-mail."] },
    { kind: "paragraph", lines: [name] },
  ]);
}

/** What the seller gets: who ordered what, and where to go on. `orderUrl` where the site knows its own address. */
export function writeShopMail(order: Order, orderUrl: string | undefined): Letter {
  const { cliente_info: customer, numero_pedido, valor_total } = order;
  return letter(`Novo pedido nº ${numero_pedido} – ${formatMoney(valor_total)}`, [
    { kind: "paragraph", lines: [`Pedido nº ${numero_pedido}, de ${whenOf(order)}.`] },
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
    { kind: "paragraph", lines: addressOf(order) },
    ...goodsOf(order),
    ...(orderUrl ? [{ kind: "link", text: "Abrir o pedido", to: orderUrl } as const] : []),
  ]);
}

function letter(subject: string, pieces: Piece[]): Letter {
  return { subject, text: toText(pieces), html: toHtml(subject, pieces) };
}

function goodsOf({ itens, delivery_fee, valor_total }: Order): Piece[] {
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

function addressOf({ cliente_info: at }: Order): string[] {
  const street = [`${at.street}, ${at.number}`, at.complement].filter(Boolean).join(" – ");
  return [street, at.neighborhood, `${at.city} – ${at.state}`, `CEP ${at.zipCode}`];
}

function whenOf({ created_at }: Order): string {
  return instant.format(new Date(created_at)).replace(",", " às");
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** A letter in pieces, written once and sent as plain text and as simple HTML. */
export type Piece =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; lines: string[] }
  | { kind: "link"; text: string; to: string }
  | {
      kind: "amounts";
      rows: [what: string, amount: string][];
      total: [what: string, amount: string];
    };

export function toText(pieces: Piece[]): string {
  return `${pieces.map(asText).join("\n\n")}\n`;
}

function asText(piece: Piece): string {
  switch (piece.kind) {
    case "heading":
      return piece.text.toUpperCase();
    case "paragraph":
      return piece.lines.join("\n");
    case "link":
      return `${piece.text}: ${piece.to}`;
    case "amounts":
      return [...piece.rows, piece.total].map((row) => row.join(": ")).join("\n");
  }
}

/** Tables and style attributes: what mail programs of all ages show alike. Nothing is fetched from anywhere. */
export function toHtml(title: string, pieces: Piece[]): string {
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#0f172a">
<div style="max-width:560px;margin:0 auto">
${pieces.map(asHtml).join("\n")}
</div>
</body>
</html>
`;
}

function asHtml(piece: Piece): string {
  switch (piece.kind) {
    case "heading":
      return `<h2 style="margin:24px 0 8px;font-size:18px">${escaped(piece.text)}</h2>`;
    case "paragraph":
      return `<p style="margin:0 0 12px">${piece.lines.map(escaped).join("<br>")}</p>`;
    case "link":
      return `<p style="margin:24px 0"><a href="${escaped(piece.to)}">${escaped(piece.text)}</a></p>`;
    case "amounts":
      return `<table style="width:100%;border-collapse:collapse">${[
        ...piece.rows.map((row) => asRow(row, "td")),
        asRow(piece.total, "th"),
      ].join("")}</table>`;
  }
}

function asRow([what, amount]: [string, string], cell: "td" | "th"): string {
  const style = "padding:6px 0;border-top:1px solid #d8dee6;vertical-align:top";
  return `<tr><${cell} style="${style};text-align:left">${escaped(what)}</${cell}><${cell} style="${style};text-align:right;white-space:nowrap">${escaped(amount)}</${cell}></tr>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
