import { type SafeStorage, safeLocalStorage, safeSessionStorage } from "#app/client/storage.ts";
import type { CheckoutInput } from "#app/domain/orders/schema.ts";

/** The form while it is filled in: every field as text, the state not chosen yet. */
export type CheckoutDraft = Record<keyof CheckoutInput, string>;

const emptyDraft: CheckoutDraft = {
  name: "",
  email: "",
  phone: "",
  document: "",
  zipCode: "",
  street: "",
  number: "",
  complement: "",
  neighborhood: "",
  city: "",
  state: "",
  if_missing: "",
  payment_method: "",
  note: "",
};

export const draftKey = "pomar.checkout";

/** What was typed in this tab before the dialog was closed or the page reloaded. */
export function readDraft(storage: SafeStorage = safeSessionStorage): CheckoutDraft {
  return parseDraft(storage.read(draftKey) ?? "{}");
}

/** The known fields of a stored form; all of them are empty if the text is not a form. */
function parseDraft(text: string): CheckoutDraft {
  try {
    const stored = Object(JSON.parse(text)) as object;
    const known = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(emptyDraft, field) && typeof value === "string",
    );
    return { ...emptyDraft, ...Object.fromEntries(known) };
  } catch {
    return emptyDraft;
  }
}

export function saveDraft(draft: CheckoutDraft, storage: SafeStorage = safeSessionStorage): void {
  storage.write(draftKey, JSON.stringify(draft));
}

export function deleteDraft(storage: SafeStorage = safeSessionStorage): void {
  storage.remove(draftKey);
}

/** The customer's data, stored on this device only after the visitor chose so in the checkout. */

export const customerKey = "pomar.customer";
const maxAgeDays = 180;
const dayMs = 86_400_000;

/** Undefined without data, and 180 days after they were last saved; older data are deleted. */
export function readCustomer(
  storage: SafeStorage = safeLocalStorage,
  now = Date.now(),
): CheckoutDraft | undefined {
  const text = storage.read(customerKey);
  if (text === null) return undefined;
  const [savedAt = "", json = ""] = text.split(/ (.*)/s);
  const age = now - Number(savedAt);
  if (age >= 0 && age < maxAgeDays * dayMs) return parseDraft(json);
  storage.remove(customerKey);
  return undefined;
}

/** Returns whether the data are stored. */
export function rememberCustomer(
  customer: CheckoutDraft,
  storage: SafeStorage = safeLocalStorage,
  now = Date.now(),
): boolean {
  return storage.write(customerKey, `${now} ${JSON.stringify(customer)}`);
}

export function forgetCustomer(storage: SafeStorage = safeLocalStorage): void {
  storage.remove(customerKey);
}
