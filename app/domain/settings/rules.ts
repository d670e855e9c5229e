export const defaultSiteName = "Pomar";

export const defaultColors = {
  primary: "#22c55e",
  secondary: "#f3f4f6",
  accent: "#fb923c",
  background: "#ffffff",
  foreground: "#0f172a",
} as const;

export type ColorName = keyof typeof defaultColors;

/** Six hex digits, with or without '#' (spec point 4). */
export function isHexColor(text: string): boolean {
  return /^#?[0-9a-f]{6}$/i.test(text);
}

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
function phoneNumbers(field: string | null): string[] {
  return (field ?? "")
    .split(/[/;,|\n]|\s+(?:e|ou)\s+/i)
    .map((number) => number.trim())
    .filter((number) => digitsOf(number).length >= minPhoneDigits);
}

/** Whether every number of the field can be dialed: with DDD, 0800 and the like, or 4004-1234 and the like. */
export function arePhoneNumbers(field: string): boolean {
  const numbers = phoneNumbers(field);
  const others = digitsOf(field).length - digitsOf(numbers.join("")).length;
  return numbers.length > 0 && others === 0 && numbers.every(isDialable);
}

const minPhoneDigits = 8;
const maxPhoneDigits = 15;

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function isDialable(number: string): boolean {
  const { length } = digitsOf(number);
  return isNationalOnly(number) || (length >= 10 && length <= maxPhoneDigits);
}

/** 0800 and the like, and 4004-1234 and the like: they have no DDD and cannot be called from abroad. */
function isNationalOnly(number: string): boolean {
  return (
    !number.startsWith("+") && /^(?:0[3589]00\d{6,7}|[34]00[1-9]\d{4})$/.test(digitsOf(number))
  );
}

// Numbers are typed without country code, (11) 90000-0000; WhatsApp and `tel:` need it.
function internationalDigits(number: string): string {
  const digits = digitsOf(number).replace(/^0(?=\d{10,11}$)/, "");
  if (number.startsWith("+")) return digits;
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}

export function siteName(settings: { site_name: string | null }): string {
  return settings.site_name?.trim() || defaultSiteName;
}

/** Header of the recipes page, with defaults for empty settings. */
export function recipesHero(settings: {
  recipes_hero_title: string | null;
  recipes_hero_subtitle: string | null;
  recipes_hero_image_url: string | null;
}) {
  return {
    title: settings.recipes_hero_title?.trim() || "Receitas",
    subtitle: settings.recipes_hero_subtitle?.trim() || "Ideias para o que você compra aqui.",
    image: settings.recipes_hero_image_url,
  };
}

/** Splits an e-mail field with several addresses. */
export function emailAddresses(email: string | null): string[] {
  return (email ?? "").split(/[\s,;]+/).filter(Boolean);
}
