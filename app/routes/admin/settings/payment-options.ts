import { acceptedPaymentMethods, builtInPaymentMethods } from "#app/domain/settings/rules.ts";

/** A payment method as the form shows it; only the names of the enabled ones are saved. */
export type PaymentOption = { id: string; name: string; enabled: boolean; icon: string };

const customIcon = "icon-[lucide--credit-card]";
const icons: Record<string, string> = {
  pix: "icon-[lucide--qr-code]",
  credit: customIcon,
  debit: "icon-[lucide--wallet-cards]",
  money: "icon-[lucide--banknote]",
  transfer: "icon-[lucide--landmark]",
};

/** The five built-in methods, then the seller's own. */
export function paymentOptions(saved: readonly string[] | null): PaymentOption[] {
  const accepted = acceptedPaymentMethods(saved);
  const builtIn = builtInPaymentMethods.map(({ id, name }) => ({
    id,
    name,
    enabled: accepted.includes(name),
    icon: icons[id] ?? customIcon,
  }));
  const own = accepted.filter((name) => !builtIn.some((method) => method.name === name));
  return [...builtIn, ...own.map(customOption)];
}

/** A method of the seller's own. Its id is its name in lower case with spaces as underscores: spec point 5. */
export function customOption(name: string): PaymentOption {
  const id = name.trim().toLowerCase().replace(/\s/g, "_");
  return { id, name: name.trim(), enabled: true, icon: customIcon };
}

export function isBuiltIn({ id }: PaymentOption): boolean {
  return builtInPaymentMethods.some((method) => method.id === id);
}

export function hasMethod(options: readonly PaymentOption[], { id, name }: PaymentOption): boolean {
  const plain = name.toLowerCase();
  return options.some((option) => option.id === id || option.name.toLowerCase() === plain);
}
