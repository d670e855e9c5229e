import {
  type Audience,
  audiences,
  type PaymentTerms,
  paymentMethodLabel,
} from "#app/domain/settings/payment-methods.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { PaymentOption } from "./payment-methods.tsx";

/** By the name of a method; the days as typed. */
export type TypedTerms = Record<string, { audience: Audience; days: string }>;

export function typeTerms(stored: Readonly<Record<string, PaymentTerms>>): TypedTerms {
  return Object.fromEntries(
    Object.entries(stored).map(([name, { audience, days }]) => [
      name,
      { audience, days: String(days) },
    ]),
  );
}

/** Of the methods that exist, without those for everybody at once. A text that is not a number is rejected by the server. */
export function parseTerms(typed: TypedTerms, options: readonly PaymentOption[]) {
  const entries = options.flatMap(({ name }) => {
    const { audience, days } = typed[name] ?? noTerms;
    const parsed = { audience, days: days.trim() === "" ? 0 : Number(days) };
    return audience === "all" && parsed.days === 0 ? [] : [[name, parsed] as const];
  });
  return Object.fromEntries(entries);
}

const noTerms = { audience: "all", days: "" } as const;
const audienceLabels: Record<Audience, string> = {
  all: "Todos",
  cnpj: "Só CNPJ",
  tabela: "Só com tabela",
};

type PaymentTermsFieldsProps = {
  options: readonly PaymentOption[];
  terms: TypedTerms;
  onChange: (terms: TypedTerms) => void;
  errorOf: (method: string) => string | undefined;
};

/** For whom each accepted method is, and when it is due. */
export function PaymentTermsFields({ options, terms, onChange, errorOf }: PaymentTermsFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2 font-semibold">Para quem e com que prazo</legend>
      {options
        .filter(({ enabled }) => enabled)
        .map(({ id, name }) => {
          const own = terms[name] ?? noTerms;
          const change = (changed: Partial<TypedTerms[string]>) =>
            onChange({ ...terms, [name]: { ...own, ...changed } });
          return (
            <div key={id} className="grid grid-cols-2 items-end gap-3">
              <SelectField
                label={`${paymentMethodLabel(name)} para`}
                name={`${id}_audience`}
                value={own.audience}
                onChange={(event) => change({ audience: event.currentTarget.value as Audience })}
              >
                {audiences.map((audience) => (
                  <option key={audience} value={audience}>
                    {audienceLabels[audience]}
                  </option>
                ))}
              </SelectField>
              <TextField
                label="Vence em (dias)"
                aria-label={`${paymentMethodLabel(name)}: vence em (dias)`}
                name={`${id}_days`}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0: à vista"
                value={own.days}
                error={errorOf(name)}
                onChange={(event) => change({ days: event.currentTarget.value })}
              />
            </div>
          );
        })}
    </fieldset>
  );
}
