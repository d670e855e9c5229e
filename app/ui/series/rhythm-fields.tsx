import { weekdays } from "#app/domain/company/open-state.ts";
import type { SeriesTerms } from "#app/domain/series/terms.ts";
import { SelectField } from "#app/ui/field.tsx";

export type RhythmChoice = { weekdays: number[]; every_weeks: 1 | 2; mode: "pedido" | "lembrete" };

type RhythmFieldsProps = {
  value: RhythmChoice;
  /** The days on which the shop delivers. */
  offered: readonly number[];
  error?: string | undefined;
  onChange: (next: Partial<RhythmChoice>) => void;
};

/** The weekdays and the interval of a series, and whether its orders are placed or only reminded of. */
export function RhythmFields({ value, offered, error, onChange }: RhythmFieldsProps) {
  const toggle = (day: number, isOn: boolean) => {
    const others = value.weekdays.filter((weekday) => weekday !== day);
    onChange({ weekdays: isOn ? [...others, day].sort() : others });
  };
  const days = [...new Set([...offered, ...value.weekdays])].sort();
  return (
    <>
      <fieldset>
        <legend className="font-semibold">Dias da entrega</legend>
        <div className="grid grid-cols-2 gap-x-5 sm:grid-cols-3">
          {days.map((day) => (
            <label key={day} className="flex min-h-11 items-center justify-start gap-2">
              <input
                type="checkbox"
                name="weekday"
                checked={value.weekdays.includes(day)}
                onChange={(event) => toggle(day, event.currentTarget.checked)}
                className="size-5 flex-none accent-primary"
              />
              {weekdays[day]?.name}
            </label>
          ))}
        </div>
        {error && <p className="font-medium text-danger-ink">{error}</p>}
      </fieldset>
      <SelectField
        label="De quanto em quanto tempo"
        name="every_weeks"
        value={value.every_weeks}
        onChange={(event) => onChange({ every_weeks: event.currentTarget.value === "2" ? 2 : 1 })}
      >
        <option value={1}>Toda semana</option>
        <option value={2}>A cada duas semanas</option>
      </SelectField>
      <SelectField
        label="Como repetir"
        name="mode"
        hint={
          value.mode === "lembrete"
            ? "Chega uma mensagem com o pedido pronto. Nada é pedido sozinho."
            : "O pedido é feito sozinho, um dia antes do prazo."
        }
        value={value.mode}
        onChange={(event) =>
          onChange({ mode: event.currentTarget.value === "lembrete" ? "lembrete" : "pedido" })
        }
      >
        <option value="pedido">Fazer o pedido</option>
        <option value="lembrete">Só lembrar: Quer o de sempre?</option>
      </SelectField>
    </>
  );
}

type TermsFieldsProps = {
  value: SeriesTerms;
  offered: { shifts: readonly string[]; payment_methods: readonly string[] };
  onChange: (next: SeriesTerms) => void;
};

/** The shift and the payment of a series, or of one of its dates. */
export function TermsFields({ value, offered, onChange }: TermsFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Turno"
        name="delivery_shift"
        value={value.delivery_shift}
        offered={offered.shifts}
        onChange={(delivery_shift) => onChange({ ...value, delivery_shift })}
      />
      <ChoiceField
        label="Forma de pagamento"
        name="payment_method"
        value={value.payment_method}
        offered={offered.payment_methods}
        none="A combinar"
        onChange={(payment_method) => onChange({ ...value, payment_method })}
      />
    </>
  );
}

type ChoiceFieldProps = {
  label: string;
  name: string;
  value: string | null;
  offered: readonly string[];
  /** The text of no choice; undefined where one must be made. */
  none?: string | undefined;
  onChange: (next: string | null) => void;
};

/** A value that is not offered any more stays visible. */
function ChoiceField({ label, name, value, offered, none, onChange }: ChoiceFieldProps) {
  const options = value !== null && !offered.includes(value) ? [value, ...offered] : offered;
  if (options.length === 0) return null;
  return (
    <SelectField
      label={label}
      name={name}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    >
      {(none !== undefined || value === null) && <option value="">{none ?? "Escolha"}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </SelectField>
  );
}
