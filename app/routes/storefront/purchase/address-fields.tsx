import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { brazilianStates } from "#app/domain/orders/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/schema.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import {
  type CheckoutFields,
  fieldProps,
  maskedFieldProps,
  namesFound,
} from "./checkout-form-state.ts";
import { maskPostalCode } from "./masks.ts";

/** Half of the column where there is room for two labels side by side. */
const half = "col-span-2 sm:col-span-1";

const foundFields = ["street", "neighborhood", "city", "state"] as const;
type FoundAddress = Pick<CheckoutInput, (typeof foundFields)[number]>;

type AddressFieldsProps = {
  form: CheckoutFields;
  /** The field between the CEP and what it fills. */
  children: ReactNode;
};

/** A CEP fills most of the address. */
export function AddressFields({ form, children }: AddressFieldsProps) {
  const { lookUp, isLooking } = usePostalCode(form);
  const zipCode = maskedFieldProps(form, "zipCode", maskPostalCode);
  const leaveZipCode = (event: FocusEvent<HTMLInputElement>) => {
    void zipCode.onBlur(event);
    void lookUp();
  };
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label="CEP"
        inputMode="numeric"
        autoComplete="postal-code"
        hint={isLooking ? "Buscando o endereço…" : "O CEP preenche o endereço"}
        className="col-span-2"
        {...zipCode}
        onBlur={leaveZipCode}
      />
      {children}
      <TextField
        label="Rua"
        autoComplete="address-line1"
        className="col-span-2"
        {...fieldProps(form, "street")}
      />
      <TextField
        label="Número"
        autoComplete="off"
        className={half}
        {...fieldProps(form, "number")}
      />
      <TextField
        label="Complemento"
        optional
        autoComplete="address-line2"
        className={half}
        {...fieldProps(form, "complement")}
      />
      <TextField
        label="Bairro"
        autoComplete="address-level3"
        className="col-span-2"
        {...fieldProps(form, "neighborhood")}
      />
      <TextField
        label="Cidade"
        autoComplete="address-level2"
        className={half}
        {...fieldProps(form, "city")}
      />
      <SelectField
        label="Estado"
        autoComplete="address-level1"
        className={half}
        {...fieldProps(form, "state")}
      >
        <option value="">Selecione</option>
        {brazilianStates.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/**
 * Looks the address up when the CEP is left with 8 digits, fills it in and moves on to the number, or to a name that is
 * still missing. Fields that the visitor changed meanwhile stay, and so does the focus of a visitor who went on to another field.
 */
function usePostalCode(form: CheckoutFields) {
  const lastLookup = useRef("");
  const [isLooking, setLooking] = useState(false);

  async function lookUp() {
    const digits = form.getValues("zipCode").replace(/\D/g, "");
    if (digits.length !== 8 || digits === lastLookup.current) return;
    lastLookup.current = digits;
    const before = form.getValues(foundFields);
    const nameBefore = form.getValues("name");
    setLooking(true);
    const found = await findAddress(digits);
    setLooking(false);
    if (lastLookup.current !== digits) return;
    if (!found) {
      // The next blur tries again.
      lastLookup.current = "";
      return;
    }
    const isWaiting = canMoveFocus(form.getValues("name") === nameBefore);
    fillIn(form, found, before);
    if (!isWaiting) return;
    if (nameBefore.trim() === "") form.setFocus("name");
    else form.setFocus(found.street ? "number" : "street");
  }

  return { lookUp, isLooking };
}

function fillIn(form: CheckoutFields, found: FoundAddress, before: readonly string[]) {
  namesFound.add(found.street).add(found.neighborhood);
  for (const [index, field] of foundFields.entries()) {
    const isUntouched = form.getValues(field) === before[index];
    if (found[field] && isUntouched) form.setValue(field, found[field], { shouldValidate: true });
  }
}

/** Whether the focus is still in the CEP or in the field after it, where leaving the CEP puts it. */
function canMoveFocus(isNameUntouched: boolean): boolean {
  const { activeElement: element } = document;
  if (element?.matches("[name=name]")) return isNameUntouched;
  return !element?.matches("input:not([name=zipCode]), select, textarea, button, a");
}

/** The address of a CEP of 8 digits; undefined, and logged, when the lookup failed. */
async function findAddress(digits: string): Promise<FoundAddress | undefined> {
  try {
    const response = await fetch(`/api/postal-code/${digits}`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { logradouro, bairro, localidade, uf } = Object(await response.json());
    return {
      street: textOf(logradouro),
      neighborhood: textOf(bairro),
      city: textOf(localidade),
      state: textOf(uf) as FoundAddress["state"],
    };
  } catch (error) {
    console.warn(`the address of CEP ${digits} was not found`, error);
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
