import type { CheckoutForm } from "#app/domain/orders/schema.ts";

/** What the form holds while it is being filled: every field as text, the state still to be chosen. */
export type CheckoutDraft = Record<keyof CheckoutForm, string>;

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
};

export const draftKey = "pomar.checkout";

/** What was typed in this tab before the dialog was closed or the page reloaded. */
export function readDraft(storage: () => Pick<Storage, "getItem">): CheckoutDraft {
  try {
    const stored = Object(JSON.parse(storage().getItem(draftKey) ?? "{}")) as object;
    const known = Object.entries(stored).filter(
      ([field, value]) => Object.hasOwn(emptyDraft, field) && typeof value === "string",
    );
    return { ...emptyDraft, ...Object.fromEntries(known) };
  } catch {
    return emptyDraft;
  }
}

/** Keeps what was typed until the tab is closed; `undefined` forgets it. */
export function keepDraft(
  storage: () => Pick<Storage, "setItem" | "removeItem">,
  draft: CheckoutDraft | undefined,
): void {
  try {
    if (draft) storage().setItem(draftKey, JSON.stringify(draft));
    else storage().removeItem(draftKey);
  } catch {
    // Denied or full storage: the form works, it only forgets.
  }
}
