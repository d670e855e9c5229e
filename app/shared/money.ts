/** Whole cents of BRL. Decimals from rows and JSON are converted by their digits, without floating-point arithmetic. */
export type Cents = number;

const decimalPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Cents of a decimal amount with at most two places ("12.5", 12.5 → 1250). Throws a RangeError on anything else. */
export function toCents(amount: string | number): Cents {
  const [, sign = "", whole = "", fraction = ""] = decimalPattern.exec(String(amount)) ?? [];
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, "0"));
  if (whole === "" || /[1-9]/.test(fraction.slice(2)) || !Number.isSafeInteger(cents)) {
    throw new RangeError(`not an amount of money: ${amount}`);
  }
  return sign === "-" && cents !== 0 ? -cents : cents;
}

/** The amount as PostgreSQL's numeric reads it: 1250 → "12.50". */
export function toDecimal(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount as a JSON number: 1250 → 12.5. For display and JSON, not for arithmetic. */
export function toAmount(cents: Cents): number {
  return Number(toDecimal(cents));
}

/**
 * Price × quantity in cents, rounded half up; the quantity has at most three decimals. With `per`, the price is that of so
 * many: a box of 10 kg of which 9.8 kg are sent. Whole multiples are computed apart, so that no product is inexact.
 */
export function lineTotal(price: string | number, quantity: number, per = 1): Cents {
  const cents = toCents(price);
  const divisor = 1000 * per;
  const thousandths = Math.round(quantity * 1000);
  const rest = thousandths % divisor;
  return cents * ((thousandths - rest) / divisor) + Math.floor((cents * rest) / divisor + 0.5);
}

const currency = /^([-+\u2212]?) ?(?:R?\$|BRL) ?| ?(?:R?\$|BRL|reais|real)$/i;

/**
 * A number that a person typed or a file has: "1.234,50", "1,234.50", "1 234,50" and "R$ 1.234,50" → 1234.5. Of points and
 * commas the last one separates decimals, if it is the only one of its kind; a single point before three digits separates
 * thousands, except of kilos: "1.250" → 1250, or 1.25 kg. NaN for a text that is no number, which schemas reject.
 */
export function parseTypedNumber(typed: string | number, isKilos?: boolean): number {
  if (typeof typed === "number") return typed;
  // Compatibility forms turn spaces that do not break into plain ones, and wide digits into narrow ones.
  const text = typed
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const number = text.replace(currency, "$1");
  const [, sign = "", digits = ""] = /^([-+\u2212]?) ?([\d., ]*)$/.exec(number) ?? [];
  const value = parseDigits(digits, isKilos);
  return !sign || sign === "+" ? value : 0 - value;
}

const wholeAndDecimals = /^([1-9]\d{0,2}(?:([., ])\d{3})(?:\2\d{3})*|\d*)(?:([.,])(\d*))?$/;

function parseDigits(digits: string, isKilos?: boolean): number {
  const [, whole = "", separator = "", point, decimals = ""] = wholeAndDecimals.exec(digits) ?? [];
  if (whole + decimals === "" || separator === point) return Number.NaN;
  const isOneGroup = !point && whole.length < 8;
  const separatesDecimals = separator === "," || (isKilos && separator === ".");
  const joint = isOneGroup && separatesDecimals ? "." : "";
  return Number(whole.replaceAll(separator, joint) + (point ? `.${decimals}` : ""));
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const cents of amounts) total += cents;
  return total;
}

/** Rounds to cents and formats like `formatCents`. */
export function formatMoney(amount: string | number): string {
  const value = Number(amount);
  // 1.005 × 100 is 100.49999999999999.
  const cents = Math.round(Number((Math.abs(value) * 100).toPrecision(15)));
  return formatCents(value < 0 ? -cents : cents);
}

/**
 * "R$ 1.234,50", with the plain space that the spec requires. The first use of `Intl` blocks a browser for 20 ms, on a phone
 * for several times that, and each page with prices would wait for it before it reacts.
 */
export function formatCents(cents: Cents): string {
  const digits = toDecimal(Math.abs(cents)).replace(".", ",");
  return `${cents < 0 ? "-" : ""}R$ ${digits.replace(/\B(?=(?:\d{3})+,)/g, ".")}`;
}
