import { type Choice, Options } from "./fields.tsx";

const filterBoxClasses =
  "min-h-11 w-full min-w-0 rounded-md border border-field bg-background px-2 sm:w-auto sm:px-3";

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/** A day of a filter, which applies as soon as it is complete. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="sm:flex sm:min-h-11 sm:items-center sm:gap-2">
      {label}
      <input
        key={value}
        type="date"
        defaultValue={value}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== "") onChange(currentTarget.value);
        }}
        className={filterBoxClasses}
      />
    </label>
  );
}

type ChoiceFilterProps = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
};

export function ChoiceFilter({ label, value, choices, onChoose }: ChoiceFilterProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      className={filterBoxClasses}
    >
      <Options choices={choices} />
    </select>
  );
}
