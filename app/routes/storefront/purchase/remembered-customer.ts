import { type SafeStorage, safeLocalStorage } from "#app/client/storage.ts";
import { type CheckoutDraft, parseDraft } from "./checkout-draft.ts";

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
