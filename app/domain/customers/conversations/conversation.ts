import { isCourtesy } from "#app/domain/orders/cart/pasted-line.ts";
import { nationalDigits, phoneKey } from "#app/shared/phone-numbers.ts";
import { plainText } from "#app/shared/plain-text.ts";

/**
 * A conversation as WhatsApp exports it on iOS ("[10/11/2026 08:15:02] Maria: …") and Android ("10/11/2026 08:15 - Maria: …"), or as it is
 * copied from WhatsApp Web ("[08:15, 10/11/2026] Maria: …").
 */

export const maxConversationLength = 200_000;

/** Messages that are older than another one by more than this belong to another order. */
const orderSpanMs = 12 * 60 * 60 * 1000;

/** A person in the conversation: the name in the seller's phone, or the number. */
export type Participant = { name: string; phone: string | undefined };

type Message = { sender: Participant; at: number; lines: string[] };

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
      sender: toParticipant(match.groups?.name ?? ""),
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

/** Converts the date of a message to milliseconds, without time zone: only differences matter. */
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
function toParticipant(name: string): Participant {
  const label = name.replace(/^[~\s]+/u, "").trim();
  return { name: label, phone: phoneOf(label) };
}

/** "+55 11 98888-7777" → "11988887777"; undefined for a name. */
function phoneOf(label: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(label)) return undefined;
  const digits = nationalDigits(label);
  return digits.length >= 10 ? digits : undefined;
}

/** The shop as it is named in the conversation. */
export type ShopIdentity = { names: readonly string[]; phones: readonly string[] };

function isShop({ name, phone }: Participant, shop: ShopIdentity): boolean {
  if (["voce", "you", "eu"].includes(plainText(name))) return true;
  if (phone) return shop.phones.some((number) => phoneKey(number) === phoneKey(phone));
  return shop.names.some((shopName) => shopName !== "" && plainText(shopName) === plainText(name));
}

export type Conversation = {
  /** The senders without the shop, the last one first. */
  senders: Participant[];
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

/** Messages that may be one order: `at` is the date and time of the first one as the conversation has it, "2026-11-10T08:15". */
export type OrderSpan = { at: string; lines: string[]; count: number };

/** Lists the messages of one sender, or of all, in spans of up to 12 hours, the last one first. */
export function listOrderSpans({ messages }: Conversation, sender?: Participant): OrderSpan[] {
  const sent = messages.filter((message) => !sender || message.sender.name === sender.name);
  const spans: Message[][] = [];
  let last: number | undefined;
  for (const message of [...sent].reverse()) {
    const span = spans.at(-1);
    if (span && last !== undefined && !(message.at < last - orderSpanMs)) span.unshift(message);
    else {
      spans.push([message]);
      last = message.at;
    }
  }
  return spans.map((span) => ({
    at: toMinute(span[0]?.at),
    lines: span.flatMap(({ lines }) => readMessageLines(lines)),
    count: span.length,
  }));
}

/** A date that the conversation has wrongly is an empty text. */
function toMinute(at: number | undefined): string {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16);
}

/** The lines of a text as they were written, without greetings, attachments and notices of WhatsApp. */
export function readMessageLines(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.replace(directionMarks, "").replace(editedMark, "").trim())
    .filter((line) => !isCourtesy(line) && !attachments.some((pattern) => pattern.test(line)));
}
