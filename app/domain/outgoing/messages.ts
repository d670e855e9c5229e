import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { sentQuantity, totalLabel } from "#app/domain/orders/texts.ts";
import { formatMoney } from "#app/shared/money.ts";
import { type OrderStatus, orderStatuses, statusTable } from "#app/shared/order-status.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** Longer addresses are cut by some phones. */
const maxUrlLength = 2000;

/** A message as a whole, to copy, and as the address of a chat that contains it. */
type ComposedMessage = {
  text: string;
  /** Undefined without a number that WhatsApp can reach. */
  url: string | undefined;
};

type MessageItem = {
  /** 0: not sent. */
  quantity: number;
  weight?: number | undefined;
  name: string;
  unit: SaleUnit;
  unit_label?: string | undefined;
  variable_weight?: boolean | undefined;
  total: number;
};

/** An order as its customer sends it to the shop: no document and no address. Amounts in BRL. */
export type MessageOrder = {
  number: number;
  items: readonly MessageItem[];
  deliveryFee: number;
  discount?: number;
  total: number;
  link: string | undefined;
};

/** Number, items, totals and link. In a long order the chat has the first items and the number of the others. */
export function createOrderMessage(order: MessageOrder, phone: string | null): ComposedMessage {
  const lines = order.items
    .filter(({ quantity }) => quantity > 0)
    .map(
      (item) =>
        `${sentQuantity(item)} × ${item.name} (${nameUnit(item)}): ${formatMoney(item.total)}`,
    );
  const text = joinMessage(order, lines);
  for (let shown = lines.length; shown >= 0; shown--) {
    const url = whatsappLink(phone, joinMessage(order, shortenLines(lines, shown)));
    if (url === undefined || url.length <= maxUrlLength) return { text, url };
  }
  return { text, url: whatsappLink(phone) };
}

function shortenLines(lines: readonly string[], shown: number): string[] {
  const rest = lines.length - shown;
  if (rest === 0) return [...lines];
  return [...lines.slice(0, shown), rest === 1 ? "… e mais 1 item" : `… e mais ${rest} itens`];
}

/** The link comes last, where phones recognize it. */
function joinMessage(order: MessageOrder, lines: string[]): string {
  const { number, items, deliveryFee, discount = 0, total, link } = order;
  // Only the number of an earlier order is known.
  if (lines.length === 0)
    return [`Olá! Enviei o pedido nº ${number}.`, link].filter(Boolean).join("\n");
  return [
    `Olá! Enviei o pedido nº ${number}:`,
    ...lines,
    ...(discount > 0 ? [`Desconto: ${formatMoney(discount)}`] : []),
    ...(deliveryFee > 0 ? [`Entrega: ${formatMoney(deliveryFee)}`] : []),
    `${totalLabel(items)}: ${formatMoney(total)}`,
    ...(link ? [link] : []),
  ].join("\n");
}

/** Templates of messages to the customer, by the order's status. */
export type OrderMessages = Record<OrderStatus, string>;

/** The templates in effect: an empty one is the default. */
export function orderMessages(saved: Partial<OrderMessages> | null): OrderMessages {
  const given = Object.entries(saved ?? {}).filter(([, text]) => text.trim() !== "");
  const defaults = orderStatuses.map((status) => [status, statusTable[status].message]);
  return Object.fromEntries([...defaults, ...given]);
}

/** The message of an edited order, as a template. */
export function changeMessage({
  before,
  reason,
}: {
  before: number;
  reason: string | null;
}): string {
  const why = reason ? ` Motivo: ${reason}.` : "";
  return `Olá, {nome}! Seu pedido nº {numero} mudou.${why} O total era de ${formatMoney(before)}, e agora é de {total}. Veja aqui: {link}`;
}

export type TemplateValues = { nome: string; numero: number; total: number; link: string };

/** A template with its fields replaced; unknown fields stay as they are. */
export function fillTemplate(template: string, values: TemplateValues): string {
  const texts: Record<string, string> = {
    nome: values.nome,
    numero: String(values.numero),
    total: formatMoney(values.total),
    link: values.link,
  };
  return template.replace(/\{(\w+)\}/g, (field, name: string) => texts[name] ?? field).trim();
}

/** The chat with a message that the seller wrote: what is too long is cut before the link at its end. */
export function createMessage(text: string, phone: string | null): ComposedMessage {
  const [, body = "", link = ""] = /^([\s\S]*?)(\s*https?:\/\/\S+)?\s*$/.exec(text) ?? [];
  for (let letters = [...body]; ; letters = letters.slice(0, Math.floor(letters.length * 0.9))) {
    const isWhole = letters.length === [...body].length;
    const url = whatsappLink(phone, letters.join("") + (isWhole ? "" : "…") + link);
    if (url === undefined || url.length <= maxUrlLength || letters.length === 0) {
      return { text, url };
    }
  }
}
