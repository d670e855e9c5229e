import { useWatch } from "react-hook-form";
import { type CheckoutForm, checkoutSchema } from "#app/domain/orders/schema.ts";
import { Bar } from "./bar.tsx";
import type { CheckoutFields } from "./use-checkout-form.ts";

type FieldName = keyof CheckoutForm;

export const customerFields = ["name", "email", "phone", "document"] as const;
export const addressFields = [
  "zipCode",
  "street",
  "number",
  "neighborhood",
  "city",
  "state",
] as const;

/** How many of these fields hold what the schema accepts. */
export function useFilledCount(form: CheckoutFields, fields: readonly FieldName[]): number {
  const values = useWatch({ control: form.control });
  return fields.filter((field) => checkoutSchema.shape[field].safeParse(values[field]).success)
    .length;
}

/** How far one is: the fields that must be filled, counted. */
export function Progress({ form }: { form: CheckoutFields }) {
  const all = customerFields.length + addressFields.length;
  const filled = useFilledCount(form, [...customerFields, ...addressFields]);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-muted">
        {filled} de {all} campos preenchidos
      </p>
      <Bar share={filled / all} />
    </div>
  );
}
