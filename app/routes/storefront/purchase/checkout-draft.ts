import { type SafeStorage, safeSessionStorage } from "#app/client/storage.ts";
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
  note: "",
};

export const draftKey = "pomar.checkout";

/** What was typed in this tab before the dialog was closed or the page reloaded. */
export function readDraft(storage: SafeStorage = safeSessionStorage): CheckoutDraft {
  return parseDraft(storage.read(draftKey) ?? "{}");
}

/** The known fields of a stored form; all of them are empty if the text is not a form. */
export function parseDraft(text: string): CheckoutDraft {
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
