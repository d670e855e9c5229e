import { zodResolver } from "@hookform/resolvers/zod";
import { type ChangeEvent, type FocusEvent, useEffect, useRef } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { type SafeStorage, safeLocalStorage, safeSessionStorage } from "#app/client/storage.ts";
import {
  type Checkout,
  type CheckoutInput,
  createCheckoutSchema,
} from "#app/domain/orders/checkout-schema.ts";
import { isInArea } from "../my-orders/menu-item.tsx";
import { maskDocument, maskPhone, maskPostalCode, maskWhileTyping } from "./masks.ts";

/** The form while it is filled in: every field as text, the state not chosen yet. */
export type CheckoutDraft = Record<keyof CheckoutInput, string>;

/** Streets and districts that the postal-code service returned to this page. */
export const namesFound = new Set<string>();
export const checkoutFormSchema = createCheckoutSchema((name) => namesFound.has(name));
export const checkoutFieldNames = checkoutFormSchema.keyof().options;

const emptyDraft = Object.fromEntries(
  checkoutFieldNames.map((name) => [name, ""]),
) as CheckoutDraft;

export const draftKey = "pomar.checkout";

/** Reads the values that were typed in this tab before the dialog was closed or the page reloaded. */
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

export type CheckoutFields = UseFormReturn<CheckoutInput, unknown, Checkout>;

/** Validated when a field is left and on submit; what is typed is stored in the tab. The form outlives its dialog. */
export function useCheckoutForm(isOpen: boolean): CheckoutFields {
  const form = useForm<CheckoutInput, unknown, Checkout>({
    resolver: zodResolver(checkoutFormSchema),
    mode: "onTouched",
    defaultValues: readFirstValues(),
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(values as CheckoutDraft),
      }),
    [form],
  );
  useEffect(() => {
    // The pasted list adds its unknown lines to the stored note.
    const { note } = readDraft();
    if (isOpen && note !== "") form.setValue("note", note);
  }, [form, isOpen]);
  const isOfArea = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    // The area was closed since: its customer's data must not fill the next order.
    if (isOfArea.current && !isInArea()) clearCheckout(form);
    isOfArea.current = isInArea();
    void fillFromArea(form).catch(() => {});
  }, [form, isOpen]);
  return form;
}

/** Fills an empty form from the customer's area. Without connection it stays empty. */
async function fillFromArea(form: CheckoutFields): Promise<void> {
  if (!isInArea()) return;
  // Loaded late, because a guest needs none of it.
  const { readArea } = await import("../area/area-store.ts");
  const area = await readArea();
  const { note = "", ...fields } = form.getValues();
  if (!area || !isInArea() || Object.values(fields).some(Boolean)) return;
  const { checkout } = area;
  namesFound.add(checkout.street).add(checkout.neighborhood);
  form.reset(
    asForm({
      ...emptyDraft,
      ...checkout,
      phone: maskPhone(checkout.phone),
      document: maskDocument(checkout.document),
      zipCode: maskPostalCode(checkout.zipCode),
      note,
    }),
  );
}

/** Empties the form and its stored draft; the reset itself stores a draft again. */
export function clearCheckout(form: CheckoutFields) {
  deleteDraft();
  form.reset(readFirstValues());
  deleteDraft();
}

/** Reads the values that were typed in this tab, else the data remembered on this device. */
function readFirstValues(): CheckoutInput {
  const draft = readDraft();
  const { note, ...typed } = draft;
  const customer = readCustomer();
  if (!customer || Object.values(typed).some((text) => text !== "")) return asForm(draft);
  // Short names were accepted for the earlier order.
  namesFound.add(customer.street).add(customer.neighborhood);
  return asForm({ ...customer, note });
}

/** A state that is not chosen yet is an empty text, which the schema rejects. */
function asForm(draft: CheckoutDraft): CheckoutInput {
  return draft as CheckoutInput;
}

/** Registration and error of a field, as props of its input. */
export function fieldProps(form: CheckoutFields, name: keyof CheckoutInput) {
  const enterKeyHint = "next" as const;
  return { enterKeyHint, ...form.register(name), error: form.formState.errors[name]?.message };
}

/** The same for a number that is formatted with a mask. */
export function maskedFieldProps(
  form: CheckoutFields,
  name: keyof CheckoutInput,
  mask: (text: string) => string,
) {
  const props = fieldProps(form, name);
  return {
    ...props,
    onChange(event: ChangeEvent<HTMLInputElement>) {
      const { inputType } = event.nativeEvent as Partial<InputEvent>;
      maskWhileTyping(event.currentTarget, inputType, mask);
      return props.onChange(event);
    },
    onBlur(event: FocusEvent<HTMLInputElement>) {
      form.setValue(name, mask(event.currentTarget.value));
      return props.onBlur(event);
    },
  };
}
