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

/** Names of the accepted payment methods; null means the built-in defaults. */
export function acceptedPaymentMethods(saved: readonly string[] | null): string[] {
  if (saved) return [...saved];
  return builtInPaymentMethods
    .filter((method) => method.enabledByDefault)
    .map((method) => method.name);
}

/** URL of a WhatsApp chat, or undefined when no number is configured. */
export function whatsappLink(number: string | null, text?: string): string | undefined {
  const digits = internationalDigits(number);
  if (!digits) return undefined;
  const query = text ? `?text=${encodeURIComponent(text)}` : "";
  return `https://wa.me/${digits}${query}`;
}

/** `tel:` URL, or undefined when no number is configured. */
export function phoneLink(number: string | null): string | undefined {
  const digits = internationalDigits(number);
  return digits && `tel:+${digits}`;
}

// Numbers are typed without country code, (11) 90000-0000; WhatsApp and `tel:` need it.
function internationalDigits(number: string | null): string | undefined {
  const digits = (number ?? "").replace(/\D/g, "");
  if (digits === "") return undefined;
  return digits.length === 10 || digits.length === 11 ? `55${digits}` : digits;
}

export function siteName(settings: { site_name: string | null }): string {
  return settings.site_name?.trim() || defaultSiteName;
}

/** Address and hours of the company; the settings have no columns for them. */
export const business = {
  address: {
    street: "Rua das Jabuticabeiras, 480",
    neighborhood: "Distrito Industrial",
    city: "Jundiaí",
    state: "SP",
    zipCode: "13213-000",
  },
  /** `days` are schema.org names; a row without `opens` is closed. */
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

/** Header of the recipes page, with defaults for empty settings. */
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

/** Splits an e-mail field with several addresses. */
export function emailAddresses(email: string | null): string[] {
  return (email ?? "").split(/[\s,;]+/).filter(Boolean);
}
