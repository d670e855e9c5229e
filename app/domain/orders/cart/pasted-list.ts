import { hasWords, isFoundBy } from "#app/domain/catalogue/list/search.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { isOptionAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { parseQuantity } from "#app/shared/typed-numbers.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { reversals } from "./courtesy.ts";
import {
  cleanItem,
  findBreaks,
  hasUnknownSign,
  isCourtesy,
  numeralOf,
  readableText,
} from "./pasted-line.ts";

/**
 * A typed or pasted shopping list: products with their quantity at the beginning or at the end ("10 polpa maracujá", "acerola 2 cx",
 * "7,5 kg de tilápia"), one or several in a line. A line has items only if every token of it is understood: quantity, unit, product,
 * price or courtesy. An item is filled in if it names one product, by its whole title or by words that no other has: without a unit
 * in its first one that is available. Other meanings are choices. Every other line is a question, as it was written.
 */

export const maxPastedLines = 100;
export const maxPastedLength = 5000;

/** A product in one of its units, as it can be ordered. */
export type SaleRow<Product extends Listed = Listed> = { product: Product; option: SaleOption };

/** One customer's name of a product in one of its units: `words` as `aliasOf` returns them. */
export type NamedRow<Product extends Listed = Listed> = { words: string; row: SaleRow<Product> };

type FindRows<Product extends Listed> = (words: readonly string[]) => SaleRow<Product>[];
/** The rows of a customer's alias; undefined if there is none, or the product is not sold in this unit. */
type FindNamed<Product extends Listed> = (
  words: readonly string[],
  unit: SaleUnit | undefined,
) => SaleRow<Product>[] | undefined;

type Listed = {
  id?: string;
  title: string;
  /** Counts main units. */
  stock: number;
  sale_options: readonly SaleOption[];
};

type Meaning<Product extends Listed> =
  | { kind: "one"; quantity: number; row: SaleRow<Product>; rows: SaleRow<Product>[] }
  | { kind: "several"; quantity: number; rows: SaleRow<Product>[] }
  | { kind: "none"; reason: string; isUnderstood?: true };

/**
 * `text` is the line as it was typed, or its part with this product; `rows` are all it can mean. `isUnderstood`: every token of it is,
 * but the product cannot be ordered like this.
 */
export type PastedLine<Product extends Listed = Listed> = { text: string } & Meaning<Product>;

/** Every active option of every product. */
export function listSaleRows<Product extends Listed>(
  products: readonly Product[],
): SaleRow<Product>[] {
  return products.flatMap((product) =>
    product.sale_options
      .filter(({ active }) => active !== false)
      .map((option) => ({ product, option })),
  );
}

/** Returns the reason for which the whole text is rejected; undefined if it can be read. */
export function findListError(text: string): string | undefined {
  if (text.length > maxPastedLength) return "A lista tem mais de 5.000 caracteres. Cole em partes.";
  const count = splitLines(text).length;
  return count > maxPastedLines ? `A lista tem ${count} linhas. Cole até 100 por vez.` : undefined;
}

/**
 * Reads each line of the text, without those of courtesies; a line with several products becomes as many. The customer's aliases
 * come before the titles.
 */
export function parsePastedList<Product extends Listed>(
  text: string,
  rows: readonly SaleRow<Product>[],
  aliases: readonly NamedRow<Product>[] = [],
): PastedLine<Product>[] {
  const findRows = createFindRows(rows);
  const findNamed: FindNamed<Product> = (words, unit) => {
    const alias = aliases.find((named) => named.words === toAlias(words));
    if (!alias || unit === undefined) return alias && [alias.row];
    const { id } = alias.row.product;
    const inUnit = rows.filter(({ product, option }) => product.id === id && option.unit === unit);
    return inUnit.length > 0 ? inUnit : undefined;
  };
  return planLines(text).flatMap((plan) =>
    readLine(plan, (item) => parseItem(item, findRows, findNamed)),
  );
}

/** The rows in whose titles are all of some words; titles are compared once with each word. */
function createFindRows<Product extends Listed>(
  rows: readonly SaleRow<Product>[],
): FindRows<Product> {
  const indexed = rows.map((row) => ({ row, words: tokensOf(row.product.title) }));
  const byWord = new Map<string, Set<SaleRow<Product>>>();
  const rowsWith = (word: string) => {
    const known = byWord.get(word);
    if (known) return known;
    const matching = indexed.filter(({ words }) => isInTitle(words, word));
    const result = new Set(matching.map(({ row }) => row));
    byWord.set(word, result);
    return result;
  };
  return (words) => {
    const sets = words.map(rowsWith);
    return rows.filter((row) => sets.every((set) => set.has(row)));
  };
}

/** A line with the parts of it that may be items: `to` counts the breaks after the part. */
type LinePlan = { text: string; whole: string; parts: LinePart[]; breakCount: number };
type LinePart = { from: number; to: number; text: string; item: string };

/** A line with more breaks is read as one item. */
const maxBreaks = 99;
/** A product's name may have numbers too: "2 pizza 3 queijos". */
const maxBreaksInItem = 2;
/** The most parts of one text; each is looked up. */
const maxParts = 300;

/** The lines of a text that say something, and where their items may be. */
function planLines(text: string): LinePlan[] {
  let left = maxParts;
  return splitLines(text).flatMap((line) => {
    if (isCourtesy(line)) return [];
    const readable = readableText(line);
    const breaks = findBreaks(readable);
    const parts = breaks.length > maxBreaks ? [] : listParts(line, readable, breaks);
    const isRead = parts.length <= left;
    if (isRead) left -= parts.length;
    return [{ text: line, whole: readable, parts: isRead ? parts : [], breakCount: breaks.length }];
  });
}

function listParts(
  line: string,
  readable: string,
  breaks: readonly { end: number; start: number }[],
): LinePart[] {
  const starts = [0, ...breaks.map(({ start }) => start)];
  const ends = [...breaks.map(({ end }) => end), line.length];
  return starts.flatMap((start, from) =>
    ends.slice(from, from + maxBreaksInItem + 1).flatMap((end, more) => {
      const isWhole = start === 0 && end === line.length;
      const item = readable.slice(start, end);
      const part = { from, to: from + more + 1, text: line.slice(start, end).trim(), item };
      const isCutName = more + from < breaks.length && endsInFiller.test(item);
      return isWhole || isCutName || !/\p{L}/u.test(item) ? [] : [part];
    }),
  );
}

/** The line's only meaning as items of which all are understood; otherwise the line as a question. */
function readLine<Product extends Listed>(
  { text, whole, parts, breakCount }: LinePlan,
  parse: (item: string) => Meaning<Product>,
): PastedLine<Product>[] {
  if (hasUnknownSign(whole)) return [{ text, ...notUnderstood }];
  const asWritten = parse(readableText(text, true));
  const meaning = isUnderstood(asWritten) ? asWritten : parse(whole);
  const readings = readParts(parts, breakCount, parse);
  if (!isUnderstood(meaning))
    return readings.length === 1 ? readings.flat() : [{ text, ...meaning }];
  return [{ text, ...(readings.length === 0 ? meaning : notUnderstood) }];
}

function isUnderstood(meaning: Meaning<Listed>): boolean {
  return meaning.kind !== "none" || meaning.isUnderstood === true;
}

/** Returns up to two ways in which the parts make up the whole line, each part understood. */
function readParts<Product extends Listed>(
  parts: readonly LinePart[],
  breakCount: number,
  parse: (item: string) => Meaning<Product>,
): PastedLine<Product>[][] {
  const readings: PastedLine<Product>[][][] = [];
  readings[breakCount + 1] = [[]];
  for (let from = breakCount; from >= 0; from--) {
    readings[from] = parts
      .filter((part) => part.from === from && (readings[part.to]?.length ?? 0) > 0)
      .flatMap(({ to, text, item }) => {
        const meaning = parse(item);
        if (!isUnderstood(meaning)) return [];
        return (readings[to] ?? []).map((rest) => [{ text, ...meaning }, ...rest]);
      })
      .slice(0, 2);
  }
  return readings[0] ?? [];
}

/**
 * The words under which a line's product is remembered, and the quantity and unit that the line has; words are "" without a name, or
 * with one that reverses the line.
 */
export function aliasOf(line: string): { words: string; quantity?: number; unit?: SaleUnit } {
  const tokens = tokensOf(cleanItem(readableText(line)).text);
  const request = readRequest(tokens);
  const words = request?.words ?? searchWords(tokens);
  const isName = !words.some((word) => reversals.has(word));
  const quantity = request ? parseQuantity(request.quantity, request.unit) : 0;
  const isQuantity = quantity > 0 && quantity <= maxQuantity;
  return {
    words: isName ? toAlias(words) : "",
    ...(isQuantity && { quantity }),
    ...(request?.unit && { unit: request.unit }),
  };
}

function toAlias(words: readonly string[]): string {
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)).join(" ");
}

/**
 * The words that `parsePastedList` looks for in titles, as far as they begin a word: up to two lists for each part of a line. "7" in
 * "B7" is found by reading the title only.
 */
export function searchedWords(text: string): string[][] {
  return planLines(text).flatMap((plan) => {
    if (hasUnknownSign(plan.whole)) return [];
    const items = [
      readableText(plan.text, true),
      plan.whole,
      ...plan.parts.map(({ item }) => item),
    ];
    return [...new Set(items)].flatMap(searchedWordsOf);
  });
}

function searchedWordsOf(item: string): string[][] {
  const { text } = cleanItem(item);
  const tokens = tokensOf(text);
  const request = readRequest(tokens) ?? readGrams(tokens);
  if (!request) return [];
  const inner = new Set(searchWords(text.match(innerTokenPattern) ?? []));
  const lists = request.isAtEnd ? [request.words, searchWords(tokens)] : [request.words];
  return lists.map((words) => words.filter((word) => !inner.has(word)));
}

/** A shorter word begins too many others: "se" is not the one of "seleta". */
const minStartLength = 3;

/** The word begins one of the title's; a number, a short word and one that may reverse the line equal one: "10" is not "100 g". */
function isInTitle(title: readonly string[], word: string): boolean {
  const isWhole = isNumber(word) || word.length < minStartLength || reversals.has(word);
  return isWhole ? title.includes(word) : hasWords(title, [word]);
}

function splitLines(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim().normalize("NFC"))
    .filter((line) => line !== "");
}

function none(reason: string) {
  return { kind: "none" as const, reason };
}

const notUnderstood = none("Nem tudo nesta linha foi entendido. Confira.");

/** The product is known, but cannot be ordered like this. */
function impossible(reason: string) {
  return { ...none(reason), isUnderstood: true as const };
}

function parseItem<Product extends Listed>(
  item: string,
  findRows: FindRows<Product>,
  findNamed: FindNamed<Product>,
): Meaning<Product> {
  const { text, number, isDash, isDozens } = cleanItem(item);
  const tokens = tokensOf(text);
  const request = readRequest(tokens);
  // "2 - 500 g de camarão" may be two of half a kilo.
  if (number && isDash && (request?.unit === "kg" || (!request && readGrams(tokens))))
    return unclear(number);
  if (!request) return parseGrams(tokens, findRows) ?? missingQuantity(tokens, number);
  const { quantity, unit, words, isAtEnd } = request;
  if (words.length === 0) return none("Falta o produto.");
  const amount = parseQuantity(quantity, unit);
  if (!(amount > 0)) return none("A quantidade deve ser 1 ou mais.");
  if (amount > maxQuantity) return none("A quantidade máxima é 9.999.");
  // "Polpa de açaí 100": the number at the end may belong to the name, or be a price.
  if (isAtEnd && (findRows(searchWords(tokens)).length > 0 || isLikePrice(quantity)))
    return none(`Não está claro se ${quantity} é a quantidade. Escreva-a no começo da linha.`);
  const rows = findNamed(words, unit) ?? findByName(words, findRows);
  return hasDoubt(rows, request, isDozens)
    ? unclear(quantity)
    : chooseRow(rows, amount, unit, words);
}

/** "ou" and "sem" of "5 ou 6 caju" and "5 sem" are no product, though a title may have them. */
function findByName<Product extends Listed>(
  words: readonly string[],
  findRows: FindRows<Product>,
): SaleRow<Product>[] {
  const rows = findRows(words);
  const isDistinctive = words.some(
    (word) => word.length >= minStartLength && !isNumber(word) && !reversals.has(word),
  );
  return isDistinctive ? rows : rows.filter(({ product }) => isTitle(product.title, words));
}

/** Returns whether the number may be something else than the quantity of one of the products. */
function hasDoubt(rows: readonly SaleRow<Listed>[], request: Request, isDozens: boolean): boolean {
  const { quantity, unit, words } = request;
  const isSoldByDozen = rows.some(({ product }) => tokensOf(product.title).includes("duzia"));
  return (
    isInName(rows, quantity, words) ||
    isBesideNumber(rows, request) ||
    (isDozens && isSoldByDozen) ||
    hasThousandsDoubt(rows, quantity, unit)
  );
}

function missingQuantity(tokens: readonly string[], number: string | undefined) {
  if (number !== undefined) return unclear(number);
  return tokens.some((token, index) => isNumber(token) && !measures.has(tokens[index + 1] ?? ""))
    ? notUnderstood
    : none("Falta a quantidade.");
}

function unclear(number: string) {
  return none(
    `Não está claro se ${number} é a quantidade. Escreva-a sem ponto, traço ou parêntese.`,
  );
}

/** "camarão 89,90", "camarão 89,90 kg". */
function isLikePrice(quantity: string): boolean {
  return /^\d+[.,]\d{2}$/.test(quantity);
}

/** "2-100 polpa", "açaí 1/4": one of two numbers side by side, unless the other is a size or begins the title. */
function isBesideNumber(
  rows: readonly SaleRow<Listed>[],
  { unit, words, isAtEnd }: Request,
): boolean {
  if (isAtEnd) return isNumber(words.at(-1));
  const [next, measure = ""] = words;
  if (unit !== undefined || !isNumber(next) || measures.has(measure) || unitOf(measure))
    return false;
  return !rows.some(({ product }) => tokensOf(product.title)[0] === next);
}

/** "3 queijos" of 'Pizza 3 queijos'. */
function isInName(
  rows: readonly SaleRow<Listed>[],
  quantity: string,
  words: readonly string[],
): boolean {
  return rows.some(({ product }) => {
    const title = searchWords(tokensOf(product.title));
    return title.some((word, at) => numeralOf(word) === quantity && title[at + 1] === words[0]);
  });
}

/** "1.500 camarão" are kilos or thousands; "1,000 manga" is one or a thousand. */
function hasThousandsDoubt(
  rows: readonly SaleRow<Listed>[],
  quantity: string,
  unit: SaleUnit | undefined,
): boolean {
  if (unit !== undefined) return false;
  const isByKilo = rows.some(({ option }) => option.unit === "kg");
  return isByKilo ? /^\d{1,3}\.\d{3}$/.test(quantity) : /^\d+,\d{3}$/.test(quantity);
}

/** "500 g de camarão" is half a kilo, unless a product has this size in its title. */
function parseGrams<Product extends Listed>(
  tokens: readonly string[],
  findRows: FindRows<Product>,
): Meaning<Product> | undefined {
  const request = readGrams(tokens);
  if (!request || request.words.length === 0 || findRows(searchWords(tokens)).length > 0)
    return undefined;
  const rows = findRows(request.words).filter(({ option }) => option.unit === "kg");
  const kilos = Number(request.quantity) / 1000;
  return rows.length === 0 ? undefined : chooseRow(rows, kilos, "kg", request.words);
}

function chooseRow<Product extends Listed>(
  found: SaleRow<Product>[],
  quantity: number,
  unit: SaleUnit | undefined,
  words: readonly string[],
): Meaning<Product> {
  if (found.length === 0) return none("Nenhum produto com esse nome.");
  const inUnit = unit ? found.filter(({ option }) => option.unit === unit) : found;
  if (inUnit.length === 0) return impossible(`Não é vendido por ${unit}.`);
  const isWhole = Number.isInteger(quantity);
  const rows = inUnit.filter(({ option }) => isWhole || option.unit === "kg");
  if (rows.length === 0) return impossible("Use uma quantidade inteira.");
  if (!rows.some(isRowAvailable)) return impossible("Indisponível no momento.");
  const named = rows.filter(({ product }) => isTitle(product.title, words));
  const meant = named.length > 0 ? named : rows;
  const row = meant.find(isRowAvailable);
  const isOneProduct = meant.every(({ product }) => product === meant[0]?.product);
  return row && isOneProduct
    ? { kind: "one", quantity, row, rows }
    : { kind: "several", quantity, rows };
}

function isTitle(title: string, words: readonly string[]): boolean {
  const own = searchWords(tokensOf(title));
  return (
    own.length === words.length &&
    own.every((word) => words.some((wanted) => isFoundBy(word, wanted) || isFoundBy(wanted, word)))
  );
}

/** Returns whether the stock covers the option's minimum. */
export function isRowAvailable({ product, option }: SaleRow): boolean {
  return isOptionAvailable(product.stock, option);
}

const tokenPattern = /\d+(?:[.,]\d+)*|\p{L}+/gu;
const innerTokenPattern = /(?<=\p{L})\d+(?:[.,]\d+)*|(?<=\d)\p{L}+/gu;

/** Words and numbers, the latter apart from their unit: "3kg Camarão" → ["3", "kg", "camarao"]. */
function tokensOf(text: string): string[] {
  return plainText(text).match(tokenPattern) ?? [];
}

const aliases: Record<SaleUnit, readonly string[]> = {
  unidade: ["un", "und", "uni", "unid", "unids", "unidade", "unidades"],
  pacote: ["pct", "pcts", "pc", "pcs", "pcte", "pacote", "pacotes"],
  caixa: ["cx", "cxs", "caixa", "caixas"],
  kg: ["kg", "kgs", "kilo", "kilos", "quilo", "quilos"],
};
const unitsByAlias = new Map(
  (Object.keys(aliases) as SaleUnit[]).flatMap((unit) =>
    aliases[unit].map((alias) => [alias, unit] as const),
  ),
);

const isNumber = (token: string | undefined) => token !== undefined && /^\d/.test(token);
const isTimes = (token: string | undefined) => token === "x";
const unitOf = (token: string | undefined) => unitsByAlias.get(token ?? "");
/** Units that after a number give the weight of a piece, not the ordered quantity. */
const measures = new Set(["g", "gr", "grs", "grama", "gramas", "ml", "l", "litro", "litros"]);
const fillers = new Set(["de", "da", "do", "das", "dos"]);
const endsInFiller = new RegExp(`\\s(?:${[...fillers].join("|")})\\s*$`);

type Request = {
  quantity: string;
  unit: SaleUnit | undefined;
  words: string[];
  isAtEnd: boolean;
};

function readRequest(tokens: readonly string[]): Request | undefined {
  const counted = isTimes(tokens[0]) && isNumber(tokens[1]) ? tokens.slice(1) : tokens;
  return readAtStart(counted) ?? readAtEnd(counted);
}

const grams = new Set(["g", "gr", "grs", "grama", "gramas"]);

/** "500 g de camarão", "camarão 500g". */
function readGrams(tokens: readonly string[]): Request | undefined {
  const isAtEnd = !isNumber(tokens[0]);
  const [quantity = "", measure = ""] = isAtEnd ? tokens.slice(-2) : tokens;
  if (!/^\d+$/.test(quantity) || !grams.has(measure)) return undefined;
  const names = isAtEnd ? tokens.slice(0, -2) : tokens.slice(2);
  return { quantity, unit: "kg", words: searchWords(names), isAtEnd };
}

/** "10 polpa", "2x polpa", "3kg camarão", "10 polpa cx". */
function readAtStart([quantity, ...rest]: readonly string[]): Request | undefined {
  if (quantity === undefined || !isNumber(quantity) || measures.has(rest[0] ?? ""))
    return undefined;
  const names = isTimes(rest[0]) ? rest.slice(1) : rest;
  const first = unitOf(names[0]);
  if (first) return { quantity, unit: first, words: searchWords(names.slice(1)), isAtEnd: false };
  const last = isNumber(names.at(-2)) ? undefined : unitOf(names.at(-1));
  const words = searchWords(last ? names.slice(0, -1) : names);
  return { quantity, unit: last, words, isAtEnd: false };
}

/** "polpa 10", "polpa x10", "polpa 10x", "acerola 2 cx". */
function readAtEnd(tokens: readonly string[]): Request | undefined {
  const unit = unitOf(tokens.at(-1));
  const counted = unit || isTimes(tokens.at(-1)) ? tokens.slice(0, -1) : tokens;
  const quantity = counted.at(-1);
  if (quantity === undefined || !isNumber(quantity)) return undefined;
  const names = counted.slice(0, -1);
  const words = searchWords(isTimes(names.at(-1)) ? names.slice(0, -1) : names);
  return { quantity, unit, words, isAtEnd: true };
}

function searchWords(tokens: readonly string[]): string[] {
  return tokens.filter((token) => !fillers.has(token));
}
