import { type FocusEvent, useEffect } from "react";
import { useWatch } from "react-hook-form";
import { usePostalAddress } from "#app/client/postal-address.ts";
import { useStore } from "#app/client/use-store.ts";
import type { OfferedDate } from "#app/domain/delivery/schema.ts";
import { describeOffer, formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { brazilianStates } from "#app/domain/orders/rules.ts";
import { classNames } from "#app/ui/class-names.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import {
  type CheckoutFields,
  fieldProps,
  maskedFieldProps,
  namesFound,
} from "./checkout-form-state.ts";
import {
  $choice,
  $offer,
  type DeliveryChoice as Choice,
  fetchOffer,
  laterDate,
  storeCep,
} from "./delivery-store.ts";
import { maskPostalCode } from "./masks.ts";

/** Half of the column where there is room for two labels side by side. */
const half = "col-span-2 sm:col-span-1";

/** A CEP fills most of the address. */
export function AddressFields({ form }: { form: CheckoutFields }) {
  const { lookUp, hint } = usePostalAddress(
    {
      read: form.getValues,
      write: (field, value) => form.setValue(field, value, { shouldValidate: true }),
      focusNumber: () => form.setFocus("number"),
    },
    ({ street, neighborhood }) => namesFound.add(street).add(neighborhood),
  );
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
        hint={hint ?? "O CEP preenche o endereço"}
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

/** Dates and shifts of the address, and the pick-up at the shop. */
export function DeliveryChoice({ form }: { form: CheckoutFields }) {
  const offer = useStore($offer);
  const choice = useStore($choice);
  useOffer(form);
  const isPickup = choice.kind === "retirada" && offer?.pickup != null;
  const dates = (isPickup ? offer?.pickup : offer?.dates) ?? [];
  const slots = dates.flatMap(slotsOf);
  const chosen = slots.find(({ date, shift }) => date === choice.date && shift === choice.shift);
  // A slot that is not offered any more is replaced by the next one.
  const wanted = chosen ?? (choice.date === laterDate ? undefined : slots[0]);
  useEffect(() => {
    const { date = undefined, shift = undefined } = wanted ?? {};
    const kind = isPickup ? "retirada" : "entrega";
    const isLater = choice.date === laterDate;
    // While the offer of another address is awaited, the choice stays.
    if (
      !offer ||
      isLater ||
      (choice.date === date && choice.shift === shift && choice.kind === kind)
    )
      return;
    $choice.set({ kind, ...(date && { date }), ...(shift && { shift }) });
  });
  if (!offer) return <p className="mt-4 text-muted">{unknown}</p>;
  return (
    <div className="mt-6 flex flex-col gap-4">
      <p role="status" className={classNames(!offer.accepted && !isPickup && "text-danger-ink")}>
        {describeOffer(offer, new Date())}
      </p>
      {offer.pickup && (
        <Options
          legend="Como você quer receber?"
          name="delivery-kind"
          options={[
            { value: "entrega", label: "Receber no endereço" },
            { value: "retirada", label: "Retirar na loja" },
          ]}
          value={choice.kind}
          onChange={(kind) => $choice.set({ kind: kind as Choice["kind"] })}
        />
      )}
      {slots.length > 0 && (
        <Options
          legend={isPickup ? "Quando você busca?" : "Quando você quer receber?"}
          name="delivery-date"
          options={[
            ...slots.map(({ date, shift }) => ({
              value: `${date} ${shift ?? ""}`,
              label: formatDeliveryDate(date),
              detail: shift,
            })),
            { value: laterDate, label: "Combinar depois" },
          ]}
          value={choice.date === laterDate ? laterDate : `${choice.date} ${choice.shift ?? ""}`}
          onChange={(value) => {
            const slot = slots.find(({ date, shift }) => value === `${date} ${shift ?? ""}`);
            $choice.set({ kind: choice.kind, ...(slot ?? { date: laterDate }) });
          }}
        />
      )}
    </div>
  );
}

const unknown =
  "Com o CEP mostramos os dias de entrega. Sem conexão, o pedido vai com o próximo dia possível.";

type Slot = { date: string; shift?: string };

function slotsOf({ date, shifts }: OfferedDate): Slot[] {
  return shifts.length === 0 ? [{ date }] : shifts.map((shift) => ({ date, shift }));
}

/** Asks for the offer of the address in the form. */
function useOffer(form: CheckoutFields) {
  const [zipCode, city, neighborhood] = useWatch({
    control: form.control,
    name: ["zipCode", "city", "neighborhood"],
  });
  const cep = zipCode.replace(/\D/g, "");
  useEffect(() => {
    if (cep.length !== 8) return;
    // A text that is being typed changes with each letter.
    const timer = setTimeout(() => {
      storeCep(cep);
      void fetchOffer({ cep, city: city.trim(), neighborhood: neighborhood.trim() });
    }, 400);
    return () => clearTimeout(timer);
  }, [cep, city, neighborhood]);
}

type OptionsProps = {
  legend: string;
  name: string;
  options: { value: string; label: string; detail?: string | undefined }[];
  value: string;
  onChange: (value: string) => void;
};

/** Radio buttons as large as a thumb. */
function Options({ legend, name, options, value, onChange }: OptionsProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-14 cursor-pointer flex-col justify-center rounded-md border border-field px-3 py-2 has-checked:border-2 has-checked:border-primary-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            <span className="font-semibold first-letter:uppercase">{option.label}</span>
            {option.detail && <span className="text-muted">{option.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
