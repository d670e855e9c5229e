import { zodResolver } from "@hookform/resolvers/zod";
import { type ChangeEvent, type FocusEvent, useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import {
  type Checkout,
  type CheckoutInput,
  createCheckoutSchema,
} from "#app/domain/orders/schema.ts";
import {
  type CheckoutDraft,
  deleteDraft,
  readCustomer,
  readDraft,
  saveDraft,
} from "./checkout-draft.ts";
import { maskWhileTyping } from "./masks.ts";

/** Streets and districts that the postal-code service returned to this page. */
export const namesFound = new Set<string>();
export const checkoutFormSchema = createCheckoutSchema((name) => namesFound.has(name));
export const checkoutFieldNames = checkoutFormSchema.keyof().options;

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
  return form;
}

/** Empties the form and its stored draft; the reset itself stores a draft again. */
export function clearCheckout(form: CheckoutFields) {
  deleteDraft();
  form.reset(readFirstValues());
  deleteDraft();
}

/** What was typed in this tab, else the data remembered on this device. */
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
