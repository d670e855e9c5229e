/** What the settings row means where it says nothing: spec points 3 and 9. */

export const defaultSiteName = "Pomar";

export const defaultColors = {
  primary: "#22c55e",
  secondary: "#f3f4f6",
  accent: "#fb923c",
  background: "#ffffff",
  foreground: "#0f172a",
} as const;

export type ColorName = keyof typeof defaultColors;

export const builtInPaymentMethods = [
  { id: "pix", name: "PIX", enabledByDefault: true },
  { id: "credit", name: "Cartão de Crédito", enabledByDefault: true },
  { id: "debit", name: "Cartão de Débito", enabledByDefault: true },
  { id: "money", name: "Dinheiro", enabledByDefault: true },
  { id: "transfer", name: "Transferência", enabledByDefault: false },
] as const;

/** Names of the accepted methods. A list never saved (null) means the built-in defaults. */
export function acceptedPaymentMethods(saved: readonly string[] | null): string[] {
  if (saved) return [...saved];
  return builtInPaymentMethods
    .filter((method) => method.enabledByDefault)
    .map((method) => method.name);
}

/** Address of a WhatsApp chat from the digits of the number, or undefined when none is configured. */
export function whatsappLink(number: string | null, text?: string): string | undefined {
  const digits = internationalDigits(number);
  if (!digits) return undefined;
  const query = text ? `?text=${encodeURIComponent(text)}` : "";
  return `https://wa.me/${digits}${query}`;
}

/** Address that calls the number, or undefined when none is configured. */
export function phoneLink(number: string | null): string | undefined {
  const digits = internationalDigits(number);
  return digits && `tel:+${digits}`;
}

// Sellers write their number as neighbours do, (11) 90000-0000; abroad and on WhatsApp it needs the country before it.
function internationalDigits(number: string | null): string | undefined {
  const digits = (number ?? "").replace(/\D/g, "");
  if (digits === "") return undefined;
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}

/** The name the shop goes by. */
export function siteName(settings: { site_name: string | null }): string {
  return settings.site_name?.trim() || defaultSiteName;
}

/** Where and when the firm answers. Settings have no place for these, so footer, contact page and search engines share them. */
export const business = {
  address: {
    street: "Rua das Jabuticabeiras, 480",
    neighborhood: "Distrito Industrial",
    city: "Jundiaí",
    state: "SP",
    zipCode: "13213-000",
  },
  /** `days` as schema.org names them; a row without `opens` is closed. */
  hours: [
    {
      label: "Segunda a sexta",
      text: "8h às 18h",
      days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
      opens: "08:00",
      closes: "18:00",
    },
    { label: "Sábado", text: "8h às 12h", days: ["Saturday"], opens: "08:00", closes: "12:00" },
    { label: "Domingo", text: "Fechado", days: ["Sunday"], opens: null, closes: null },
  ],
  serviceTypes: ["Atacado", "Varejo", "Delivery"],
} as const;

/** The head of the recipes page; what the seller left empty has words of its own. */
export function recipesHero(settings: {
  recipes_hero_title: string | null;
  recipes_hero_subtitle: string | null;
  recipes_hero_image_url: string | null;
}) {
  return {
    title: settings.recipes_hero_title?.trim() || "Receitas",
    subtitle:
      settings.recipes_hero_subtitle?.trim() ||
      "Ideias para o que já está no freezer: sucos, sobremesas e pratos de peixe.",
    image: settings.recipes_hero_image_url,
  };
}

/** The addresses of an e-mail field, which may hold several with commas or spaces between them. */
export function emailAddresses(email: string | null): string[] {
  return (email ?? "").split(/[\s,;]+/).filter(Boolean);
}
