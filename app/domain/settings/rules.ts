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
  const digits = (number ?? "").replace(/\D/g, "");
  if (digits === "") return undefined;
  const query = text ? `?text=${encodeURIComponent(text)}` : "";
  return `https://wa.me/${digits}${query}`;
}
