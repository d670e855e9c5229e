import type { FocusEvent } from "react";
import { brazilianStates } from "#app/domain/orders/rules.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { maskPostalCode } from "./masks.ts";
import { type CheckoutFields, fieldProps, maskedFieldProps } from "./use-checkout-form.ts";
import { usePostalCode } from "./use-postal-code.ts";

/** Half of the column where there is room for two labels side by side. */
const half = "col-span-2 sm:col-span-1";

/** Where the order goes; a CEP fills most of it. */
export function AddressFields({ form }: { form: CheckoutFields }) {
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
