/** URL of a WhatsApp chat with the first number, or undefined when there is none that WhatsApp can reach. */
export function whatsappLink(number: string | null, text?: string): string | undefined {
  const [first] = phoneNumbers(number);
  if (!first || isNationalOnly(first)) return undefined;
  const query = text ? `?text=${encodeURIComponent(text)}` : "";
  return `https://wa.me/${internationalDigits(first)}${query}`;
}

/** Each number of a field with its `tel:` URL; numbers without an international form (0800, 4004-1234) are dialed as they are. */
export function phoneLinks(field: string | null): { text: string; href: string }[] {
  return phoneNumbers(field).map((text) => ({
    text,
    href: isNationalOnly(text) ? `tel:${digitsOf(text)}` : `tel:+${internationalDigits(text)}`,
  }));
}

/** The single numbers of a field, which may contain several: "(11) 4000-0000 / (11) 90000-0000". */
export function phoneNumbers(field: string | null): string[] {
  return (field ?? "")
    .split(/[/;,|\n]|\s+(?:e|ou)\s+/i)
    .map((number) => number.trim())
    .filter((number) => digitsOf(number).length >= minPhoneDigits);
}

const minPhoneDigits = 8;

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** 0800 and the like, and 4004-1234 and the like: they have no DDD and cannot be called from abroad. */
export function isNationalOnly(number: string): boolean {
  return (
    !number.startsWith("+") && /^(?:0[3589]00\d{6,7}|[34]00[1-9]\d{4})$/.test(digitsOf(number))
  );
}

const prefix = /^(?:(?:00)?55)?(?:0(?:[1-9]\d)?)?(?=[1-9]{2}9?\d{8}$)/;

/** The digits of a number with area, without country, trunk zero and carrier: "015 11 98765-4321" → "11987654321"; other digits stay. */
export function nationalDigits(text: string): string {
  return digitsOf(text).replace(prefix, "");
}

/**
 * The key that the numbers of one person have in common: area and the last eight digits, without country, trunk zero, carrier and ninth
 * digit; other numbers are their digits. As `phone_key` of the database.
 */
export function phoneKey(text: string): string {
  return nationalDigits(text).replace(/^([1-9]{2})9?(\d{8})$/, "$1$2");
}

// Numbers are typed without country code, (11) 90000-0000; WhatsApp and `tel:` need it.
function internationalDigits(number: string): string {
  const digits = nationalDigits(number);
  if (number.startsWith("+") && digits === digitsOf(number)) return digits;
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}
