import { useRef, useState } from "react";
import { type FoundAddress, findAddress } from "./postal-code.ts";
import type { CheckoutFields } from "./use-checkout-form.ts";

const foundFields = ["street", "neighborhood", "city", "state"] as const;

/**
 * Looks the address up when the CEP is left with 8 digits, fills it in and moves on to the number. What the visitor
 * changed while the answer was on its way stays, and so does a focus that went beyond the filled fields.
 */
export function usePostalCode(form: CheckoutFields) {
  const lastAsked = useRef("");
  const [isLooking, setLooking] = useState(false);

  async function lookUp() {
    const digits = form.getValues("zipCode").replace(/\D/g, "");
    if (digits.length !== 8 || digits === lastAsked.current) return;
    lastAsked.current = digits;
    const before = form.getValues(foundFields);
    setLooking(true);
    const found = await findAddress(digits);
    setLooking(false);
    if (!found || lastAsked.current !== digits) return;
    fillIn(form, found, before);
    if (isFocusFree()) form.setFocus(found.street ? "number" : "street");
  }

  return { lookUp, isLooking };
}

function fillIn(form: CheckoutFields, found: FoundAddress, before: readonly string[]) {
  for (const [index, field] of foundFields.entries()) {
    const isUntouched = form.getValues(field) === before[index];
    if (found[field] && isUntouched) form.setValue(field, found[field], { shouldValidate: true });
  }
}

/** Whether moving the focus takes nobody out of a field that comes after the filled ones. */
function isFocusFree(): boolean {
  const { activeElement: element } = document;
  const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  return (
    !isField || element.name === "zipCode" || foundFields.some((field) => field === element.name)
  );
}
