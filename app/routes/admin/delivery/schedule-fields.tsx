import { weekdays } from "#app/domain/company/open-state.ts";
import type { ScheduleText } from "#app/domain/delivery/zone-form.ts";
import { TextAreaField, TextField } from "#app/ui/field.tsx";

type ScheduleFieldsProps = {
  value: ScheduleText;
  onChange: (next: Partial<ScheduleText>) => void;
  errorOf: (field: keyof ScheduleText) => string | undefined;
};

/** Weekdays, shifts and cut-off of a zone or of the pick-up. */
export function ScheduleFields({ value, onChange, errorOf }: ScheduleFieldsProps) {
  const toggle = (day: string, isOn: boolean) => {
    const others = value.weekdays.filter((one) => one !== day);
    onChange({ weekdays: isOn ? [...others, day].sort() : others });
  };
  return (
    <>
      <fieldset>
        <legend className="font-semibold">Dias da semana</legend>
        <div className="flex flex-wrap gap-x-5">
          {weekdays.map(({ name }, index) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={value.weekdays.includes(String(index))}
                onChange={(event) => toggle(String(index), event.currentTarget.checked)}
                className="size-5 accent-primary"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid max-w-md grid-cols-2 gap-4">
        <TextField
          label="Pedir com quantos dias"
          inputMode="numeric"
          hint="0: no mesmo dia."
          value={value.cutoff_days}
          error={errorOf("cutoff_days")}
          onChange={(event) => onChange({ cutoff_days: event.currentTarget.value })}
        />
        <TextField
          label="Pedir até"
          type="time"
          value={value.cutoff_time}
          error={errorOf("cutoff_time")}
          onChange={(event) => onChange({ cutoff_time: event.currentTarget.value })}
        />
      </div>
      <TextAreaField
        label="Turnos"
        optional
        rows={3}
        hint="Um por linha: nome, horário e quantos pedidos cabem. Exemplo: Manhã, 08:00 às 12:00, 20"
        value={value.shifts}
        error={errorOf("shifts")}
        onChange={(event) => onChange({ shifts: event.currentTarget.value })}
      />
    </>
  );
}
