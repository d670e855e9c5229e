import { plainText } from "#app/shared/plain-text.ts";
import { courtesyPattern, friendlyEmoji } from "./courtesy.ts";

/** A line of a shopping list as people write and forward it, reduced to quantity, unit and product. */

/** "[10:32, 27/11/2026] Ana: …" and "27/11/2026 10:32 - Ana: …", as WhatsApp copies a message. */
const messageHeads = [
  /^\[[^\]]*\d:\d\d[^\]]*\]\s*[^:]{1,60}:\s*/,
  /^\d{1,2}\/\d{1,2}\/\d{2,4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?\s*[-–]\s*[^:]{1,60}:\s*/,
];
const keycap = /[0-9#*]\uFE0F?\u20E3/g;
const bullet = /^[\s•·▪◦‣●○■□*–—-]+/;
/** "2) ", "2- ", "3. ", "(4) "; "1.200" and "7,5" are quantities. */
const listNumber = /^\(?(\d{1,3})\s*(?:[)\]ºª°]|[.\-–—](?!\d))\s*/;
const price =
  /(?:=|(?<!\p{L})(?:a|por)\s)?\s*r\$\s*\d[\d.,]*(?:\s*(?:cada|[ao]\s+\p{L}+|\/\s*\p{L}+))?|\d[\d.,]*\s*reais/gu;

/**
 * A sign that is neither of a product nor of a list: "?", the "~" of a struck word, the ">" of a quotation, "❌", a minus before a
 * number, and the plus of "5+ caju".
 */
const unknownSign =
  /[^\p{L}\p{M}\d\s.,;:!*_()[\]"'’“”/&+|#ºª°½×•·▪◦‣●○■□…–—-]|(?<![\p{L}\d]\s*)[-–—]\d|\s[-–—]\d|\d\s*\+\s*\p{L}/u;

const dozen = 12;
const dozens = /duzia|\ddz|\sdz/;

const numberWords: ReadonlyMap<string, number> = new Map(
  Object.entries({
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    tres: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    catorze: 14,
    quatorze: 14,
    quinze: 15,
    dezesseis: 16,
    dezessete: 17,
    dezoito: 18,
    dezenove: 19,
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
    sessenta: 60,
    setenta: 70,
    oitenta: 80,
    noventa: 90,
    cem: 100,
  }),
);
const wordsOf = (isWord: (value: number) => boolean) =>
  `(?:${[...numberWords].flatMap(([word, value]) => (isWord(value) ? word : [])).join("|")})`;
const numberWord = wordsOf(() => true);
const tens = wordsOf((value) => value >= 20 && value < 100);
const ones = wordsOf((value) => value < 10);
const writtenNumber = String.raw`(?:${tens}\s+e\s+${ones}|${numberWord})(?!\p{L})`;
const leadingNumber = new RegExp(`^${writtenNumber}`, "u");
const trailingNumber = new RegExp(String.raw`(?<=\s)${writtenNumber}$`, "u");

/** A number in digits for a word such as "três"; other words stay. */
export function numeralOf(word: string): string {
  return String(numberWords.get(word) ?? word);
}

/** The text without accents and case, each character at its place. */
function foldText(text: string): string {
  return Array.from(text, (character) => {
    const plain = plainText(character);
    return plain.length === character.length ? plain : character;
  }).join("");
}

const blank = (text: string, pattern: RegExp) =>
  text.replace(pattern, (match) => " ".repeat(match.length));

/**
 * The line, which is in Unicode's composed form, without accents, sender, friendly emojis and prices, each character at its place.
 * Courtesies are left out unless `withCourtesies`.
 */
export function readableText(line: string, withCourtesies = false): string {
  const message = messageHeads.reduce(blank, foldText(line));
  const plain = [keycap, friendlyEmoji, price].reduce(blank, message);
  return withCourtesies ? plain : blank(plain, courtesyPattern);
}

/** Returns whether the readable text has a sign that may change its meaning. */
export function hasUnknownSign(text: string): boolean {
  return unknownSign.test(text.trim());
}

/** Returns whether the line says nothing about an order, such as a greeting. */
export function isCourtesy(line: string): boolean {
  const readable = readableText(line.normalize("NFC"));
  return !/[\p{L}\d]/u.test(readable) && !hasUnknownSign(readable);
}

const separator = String.raw`(?:\s|[;+&|]|[.!](?=\s)|(?<!\d)[,/]|[,/](?!\d))`;
const spokenNumber = String.raw`(?:\d|½|(?:${numberWord}|mei[ao]|duzia)(?!\p{L}))`;
const joining = String.raw`(?:(?:e|mais|tambem)\s+)*`;
const mark = String.raw`\s*(?:[;+&|]|(?<!\d)[,/]|[,/](?!\d))\s*`;
const unit = "(?:x|cxs?|caixas?|un|und|unid|unidades?|pcts?|pacotes?|kgs?|quilos?|kilos?)";
const measure = "(?:g|gr|grs|gramas?|ml|l|litros?)";
const numberWithUnit = String.raw`(?:\d|${numberWord}(?!\p{L}))(?:\s*${unit}(?!\p{L}))?`;
const beforeNumber = `${separator}+${joining}(?=${spokenNumber})`;
const afterNumber = String.raw`(?<=${numberWithUnit})${separator}+${joining}(?=[\p{L}\d½])(?!(?:${unit}|${measure})(?!\p{L}))`;
const beginsWithNumber = new RegExp(String.raw`^[^\p{L}\d½]*${joining}${spokenNumber}`, "u");
const breaksOfNumbers = new RegExp(`${beforeNumber}|${mark}`, "gu");
const breaksOfNames = new RegExp(`${afterNumber}|${mark}`, "gu");

/**
 * Finds the places where an item of the readable text may end and the next one begin: "5 acerola| e |3 caju", "acerola 5| |caju 3".
 */
export function findBreaks(text: string): { end: number; start: number }[] {
  const from = text.search(/\S/);
  const to = text.trimEnd().length;
  const pattern = beginsWithNumber.test(text) ? breaksOfNumbers : breaksOfNames;
  return [...text.matchAll(pattern)]
    .map(({ index, 0: match }) => ({ end: index, start: index + match.length }))
    .filter(({ end, start }) => end > from && start < to);
}

/**
 * A readable item without its place in a list, its numbers in digits. `number` is the place in the list, which may have been meant
 * as the quantity, above all before a dash.
 */
export function cleanItem(item: string): {
  text: string;
  number: string | undefined;
  isDash: boolean;
  isDozens: boolean;
} {
  const plain = item.replace(bullet, "").trim();
  const [head = "", number] = listNumber.exec(plain) ?? [];
  const typed = plain
    .slice(head.length)
    .replace(bullet, "")
    .replace(/^[^\p{L}\d½.,]+/u, "")
    .replace(/^(?:(?:e|mais|tambem)\s+)+(?=[\p{L}\d½])/u, "");
  const text = writeNumbers(typed);
  return { text, number, isDash: /[-–—]/.test(head), isDozens: dozens.test(typed) };
}

/**
 * Number words, dozens, halves and fractions in digits: "dois" → "2", "2 duzias de" → "24 de", "meio quilo" → "0,5 quilo".
 * "2,5 duzias" and "2 duzias e meia" stay, and are questions.
 */
function writeNumbers(text: string): string {
  return writeNumberWords(text)
    .replace(/(^|\s)(?:meia|1\/2|½)\s+duzia(?!\p{L}|\s+e\s+mei)/gu, `$1${dozen / 2}`)
    .replace(/(?<![\d.,/])(\d+)\s*(?:duzias?|dz)(?!\p{L}|\s+e\s+mei)/gu, (_, count: string) =>
      String(Number(count) * dozen),
    )
    .replace(/(^|[^\d\s]\s+)duzia(?!\p{L}|\s+e\s+mei)/gu, `$1${dozen}`)
    .replace(/(\d+)\s*(kg|quilos?|kilos?)?\s+e\s+mei[oa](?!\p{L})/gu, "$1,5 $2")
    .replace(/(^|\s)mei[oa](?=\s+(?:kg|quilo|kilo|caixa|cx|pacote|pct))/gu, "$10,5")
    .replace(/(\d)\s*½/g, "$1,5 ")
    .replace(/(^|\s)[.,](?=\d)/g, "$10,")
    .replace(/(^|\s)1\/2(?!\d)/g, "$10,5 ")
    .replace(
      /(^|\s)([13])\/4(?=\s*(?:kg|quilo|kilo))/g,
      (_, start: string, count: string) => `${start}${count === "1" ? "0,25" : "0,75"}`,
    )
    .replace(/½/g, "0,5 ");
}

/** A number word begins or ends the item; elsewhere it belongs to a name, such as "pizza tres queijos". */
function writeNumberWords(text: string): string {
  const inDigits = (words: string) =>
    String(words.split(/\s+e\s+/).reduce((sum, word) => sum + Number(numeralOf(word)), 0));
  if (leadingNumber.test(text)) return text.replace(leadingNumber, inDigits);
  return /\d/.test(text) ? text : text.replace(trailingNumber, inDigits);
}
