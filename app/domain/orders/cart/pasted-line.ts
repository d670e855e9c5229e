/** A line of a shopping list as people write and forward it, reduced to quantity, unit and product. */

/** "[10:32, 27/11/2026] Ana: …" and "27/11/2026 10:32 - Ana: …", as WhatsApp copies a message. */
const messageHeads = [
  /^\[[^\]]*\d:\d\d[^\]]*\]\s*[^:]{1,60}:\s*/,
  /^\d{1,2}\/\d{1,2}\/\d{2,4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?\s*[-–]\s*[^:]{1,60}:\s*/i,
];
const keycap = /[0-9#*]\uFE0F?\u20E3/g;
const emoji =
  /\p{Extended_Pictographic}|\uFE0F|\u200D|[\u{1F3FB}-\u{1F3FF}]|[\u{1F1E6}-\u{1F1FF}]/gu;
const bullet = /^[\s•·▪◦‣●○■□*>–—-]+/;
/** "2) ", "2- ", "3. ", "(4) "; "1.200" and "7,5" are quantities. */
const listNumber = /^\(?(\d{1,3})\s*(?:[)\]ºª°]|[.\-–—](?!\d))\s*/;
const price =
  /(?:=|(?<!\p{L})(?:a|por)\s)?\s*r\$\s*\d[\d.,]*(?:\s*(?:cada|[ao]\s+\p{L}+|\/\s*\p{L}+))?|\d[\d.,]*\s*reais/giu;

const dozen = 12;
const dozens = /d[uú]zia|\ddz|\sdz/i;

/**
 * The line without its place in a list, its sender, emojis and prices. `number` is the place in the list, which may have been meant
 * as the quantity, above all before a dash.
 */
export function cleanLine(line: string): {
  text: string;
  number: string | undefined;
  isDash: boolean;
  isDozens: boolean;
} {
  const message = messageHeads.reduce((text, head) => text.replace(head, ""), line);
  const plain = message
    .replace(keycap, " ")
    .replace(emoji, " ")
    .replace(price, " ")
    .replace(bullet, "")
    .trim();
  const [head = "", number] = listNumber.exec(plain) ?? [];
  const typed = plain.slice(head.length).replace(bullet, "");
  const text = writeNumbers(typed);
  return { text, number, isDash: /[-–—]/.test(head), isDozens: dozens.test(typed) };
}

/**
 * Dozens, halves and fractions as numbers: "2 dúzias de" → "24 de", "meio quilo" → "0,5 quilo". "2,5 dúzias" and "2 dúzias e
 * meia" stay, and are questions.
 */
function writeNumbers(text: string): string {
  return text
    .replace(/(^|\s)(?:meia|1\/2|½)\s+d[uú]zia(?!\p{L}|\s+e\s+mei)/giu, `$1${dozen / 2}`)
    .replace(/\buma\s+d[uú]zia(?!\p{L}|\s+e\s+mei)/giu, String(dozen))
    .replace(/(?<![\d.,/])(\d+)\s*(?:d[uú]zias?|dz)(?!\p{L}|\s+e\s+mei)/giu, (_, count: string) =>
      String(Number(count) * dozen),
    )
    .replace(/(^|[^\d\s]\s+)d[uú]zia(?!\p{L}|\s+e\s+mei)/giu, `$1${dozen}`)
    .replace(/(\d+)\s*(kg|quilos?|kilos?)?\s+e\s+mei[oa](?!\p{L})/giu, "$1,5 $2")
    .replace(/(^|\s)mei[oa](?=\s+(?:kg|quilo|kilo|caixa|cx|pacote|pct))/giu, "$10,5")
    .replace(/(\d)\s*½/g, "$1,5 ")
    .replace(/(^|\s)[.,](?=\d)/g, "$10,")
    .replace(/(^|\s)1\/2(?!\d)/g, "$10,5 ")
    .replace(
      /(^|\s)([13])\/4(?=\s*(?:kg|quilo|kilo))/gi,
      (_, start: string, count: string) => `${start}${count === "1" ? "0,25" : "0,75"}`,
    )
    .replace(/½/g, "0,5 ");
}
