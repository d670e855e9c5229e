import { plainText } from "#app/domain/catalogue/search.ts";
import { digitsOf } from "#app/shared/phone-numbers.ts";
import { stripCourtesy } from "./courtesy.ts";

/**
 * A conversation as WhatsApp exports it on iOS ("[10/11/2026 08:15:02] Maria: …") and Android ("10/11/2026 08:15 - Maria: …"), or as it is
 * copied from WhatsApp Web ("[08:15, 10/11/2026] Maria: …").
 */

export const maxConversationLength = 200_000;

/** Older messages than the customer's last one by more than this belong to another order. */
const orderSpanMs = 12 * 60 * 60 * 1000;

/** A person in the conversation: the name in the seller's phone, or the number. */
export type Sender = { name: string; phone: string | undefined };

type Message = { sender: Sender; at: number; lines: string[] };

const date = String.raw`(?<first>\d{1,4})[/.-](?<second>\d{1,2})[/.-](?<third>\d{1,4})`;
const time = String.raw`(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?::\d{2})?(?:\s*(?<half>[ap])\.?\s?m\.?)?`;
const headPatterns = [
  String.raw`^\[${date},?\s+${time}\]\s*(?<rest>.*)$`,
  String.raw`^\[${time},\s+${date}\]\s*(?<rest>.*)$`,
  String.raw`^${date},?\s+(?:às\s+)?${time}\s+[-–]\s+(?<rest>.*)$`,
].map((pattern) => new RegExp(pattern, "iu"));

/** Marks of the direction of the text, with which iOS begins its own lines. */
const directionMarks = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const narrowSpaces = /[\u00A0\u202F\u2007]/gu;

const editedMark = /<[^<>]*(?:editada|edited)[^<>]*>\s*$/i;
const attachments = [
  /^<[^<>]*>$/,
  /^(?:imagem|foto|v[ií]deo|[áa]udio|figurinha|gif|documento|m[ií]dia|cart[ãa]o do contato|contato)\s+(?:ocultad[oa]|omitid[oa]|ocult[oa]|n[ãa]o revelad[oa])\.?$/i,
  /\((?:arquivo anexado|file attached)\)$/i,
  /^(?:image|video|audio|sticker|gif|document|contact card) omitted$/i,
  /^(?:esta mensagem foi apagada|mensagem apagada|você apagou esta mensagem|voc[eê] apagou essa mensagem|essa mensagem foi apagada|this message was deleted)\.?$/i,
  /^(?:chamada|liga[çc][ãa]o) de (?:voz|v[ií]deo)/i,
  /^(?:localiza[çc][ãa]o|location):/i,
  /^https?:\/\/\S+$/i,
  /^null$/i,
  /criptografia de ponta a ponta/i,
  /^(?:aguardando mensagem|esta empresa|este contato|sua conversa com)/i,
];

/** The messages with a sender; none if the text is not a conversation. */
function readMessages(text: string): Message[] {
  const messages: Message[] = [];
  const heads: Record<string, string | undefined>[] = [];
  let isSystem = true;
  for (const line of text.replace(narrowSpaces, " ").split(/\r\n|\r|\n/)) {
    const head = headOf(line.replace(directionMarks, "").trim());
    if (!head) {
      if (!isSystem) messages.at(-1)?.lines.push(line);
      continue;
    }
    const match = /^(?<name>[^:]{1,80}):(?:\s+(?<text>.*))?$/u.exec(head.rest ?? "");
    isSystem = !match;
    if (!match) continue;
    heads.push(head);
    messages.push({
      sender: toSender(match.groups?.name ?? ""),
      at: 0,
      lines: [match.groups?.text ?? ""],
    });
  }
  const isMonthFirst = heads.some(({ second }) => Number(second) > 12);
  return messages.map((message, index) => ({
    ...message,
    at: instantOf(heads[index] ?? {}, isMonthFirst),
  }));
}

function headOf(line: string) {
  for (const pattern of headPatterns) {
    const groups = pattern.exec(line)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** Without time zone: only differences matter. */
function instantOf(head: Record<string, string | undefined>, isMonthFirst: boolean): number {
  const [first, second, third] = [Number(head.first), Number(head.second), Number(head.third)];
  const isYearFirst = first > 31;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const year = third < 100 ? third + 2000 : third;
  const hour = head.half
    ? (Number(head.hour) % 12) + (head.half.toLowerCase() === "p" ? 12 : 0)
    : Number(head.hour);
  return isYearFirst
    ? Date.UTC(first, second - 1, third, hour, Number(head.minute))
    : Date.UTC(year, month - 1, day, hour, Number(head.minute));
}

/** WhatsApp writes "~" before the name that a person outside of the contacts has chosen. */
function toSender(name: string): Sender {
  const label = name.replace(/^[~\s]+/u, "").trim();
  return { name: label, phone: phoneOf(label) };
}

/** "+55 11 98888-7777" → "11988887777"; undefined for a name. */
function phoneOf(label: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(label)) return undefined;
  const digits = nationalDigits(label);
  return digits.length >= 10 ? digits : undefined;
}

/** Without the country's code. */
function nationalDigits(phone: string): string {
  const digits = digitsOf(phone);
  return digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits;
}

/** The shop as it is named in the conversation. */
export type ShopIdentity = { names: readonly string[]; phones: readonly string[] };

function isShop({ name, phone }: Sender, shop: ShopIdentity): boolean {
  if (["voce", "you", "eu"].includes(plainText(name))) return true;
  if (phone) return shop.phones.some((number) => isSamePhone(number, phone));
  return shop.names.some((shopName) => shopName !== "" && plainText(shopName) === plainText(name));
}

/** The ninth digit of mobile numbers and the country are optional. */
export function isSamePhone(phone: string, other: string): boolean {
  return phoneKey(phone) === phoneKey(other);
}

/** Area and the last eight digits. */
export function phoneKey(phone: string): string {
  const digits = nationalDigits(phone);
  return digits.slice(0, 2) + digits.slice(-8);
}

export type Conversation = {
  /** The senders without the shop, the last one first. */
  senders: Sender[];
  messages: Message[];
};

/** Undefined if the text has no message, such as a plain list. */
export function readConversation(text: string, shop: ShopIdentity): Conversation | undefined {
  const all = readMessages(text);
  if (all.length === 0) return undefined;
  const messages = all.filter(({ sender }) => !isShop(sender, shop));
  const senders = new Map([...messages].reverse().map(({ sender }) => [sender.name, sender]));
  return { senders: [...senders.values()], messages };
}

/** What one sender, or all of them, ordered last: one product per line, and how many older messages are left out. */
export function readOrderLines(
  { messages }: Conversation,
  sender?: Sender,
): { lines: string[]; older: number } {
  const sent = messages.filter((message) => !sender || message.sender.name === sender.name);
  const last = Math.max(...sent.map(({ at }) => at));
  const recent = sent.filter(({ at }) => !(at < last - orderSpanMs));
  const lines = recent.flatMap((message) => message.lines.flatMap(readOrderLine));
  return { lines, older: sent.length - recent.length };
}

/** The products of one line of a message without courtesies; none for a greeting or an attachment. */
export function readOrderLine(line: string): string[] {
  const text = line.replace(directionMarks, "").replace(editedMark, "").trim();
  if (attachments.some((pattern) => pattern.test(text))) return [];
  return splitItems(text)
    .map(stripCourtesy)
    .filter((item) => item !== "");
}

/** "5 acerola, 3 caju e 2 manga" are three. */
function splitItems(text: string): string[] {
  return text.split(/(?<=\p{L}[.!)]?)\s*(?:[,;+]|\s+e)\s+(?=\d+(?:[.,]\d+)?\s*\p{L})/u);
}
