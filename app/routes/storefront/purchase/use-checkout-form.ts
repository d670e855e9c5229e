import { zodResolver } from "@hookform/resolvers/zod";
import { type ChangeEvent, type FocusEvent, useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { type Checkout, type CheckoutForm, checkoutSchema } from "#app/domain/orders/schema.ts";
import { type CheckoutDraft, keepDraft, readDraft } from "./draft.ts";
import { maskWhileTyping } from "./masks.ts";

export const checkoutFieldNames = checkoutSchema.keyof().options;

export type CheckoutFields = UseFormReturn<CheckoutForm, unknown, Checkout>;

/** The checkout's form: checked on leaving a field and on sending, kept in the tab while it is filled. */
export function useCheckoutForm(): CheckoutFields {
  const form = useForm<CheckoutForm, unknown, Checkout>({
    resolver: zodResolver(checkoutSchema),
    mode: "onTouched",
    defaultValues: asForm(readDraft(() => sessionStorage)),
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft(() => sessionStorage, values as CheckoutDraft),
      }),
    [form],
  );
  return form;
}

/** Forgets what was typed, once it is in an order. */
export function forgetCheckout(form: CheckoutFields) {
  keepDraft(() => sessionStorage, undefined);
  form.reset(asForm(readDraft(() => sessionStorage)));
  keepDraft(() => sessionStorage, undefined);
}

/** A state still to be chosen is an empty text, which the schema refuses. */
function asForm(draft: CheckoutDraft): CheckoutForm {
  return draft as CheckoutForm;
}

/** What a field's input takes: its registration and its error. */
export function fieldProps(form: CheckoutFields, name: keyof CheckoutForm) {
  return { ...form.register(name), error: form.formState.errors[name]?.message };
}

/** The same for a number that is written with a mask. */
export function maskedFieldProps(
  form: CheckoutFields,
  name: keyof CheckoutForm,
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
