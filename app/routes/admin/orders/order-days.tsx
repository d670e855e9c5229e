import { useFilterParams } from "#app/routes/admin/ui/filter-bar.tsx";
import { addDays } from "#app/shared/days.ts";

/** The address's parameters of a range of days, as YYYY-MM-DD. */
export const dayParams = ["de", "ate"] as const;

type OrderDaysProps = { today: string };

/** Filters the orders by the day on which they were placed. */
export function OrderDays({ today }: OrderDaysProps) {
  const { filter, setFilters } = useFilterParams();
  const [from, until] = dayParams.map(filter);
  const yesterday = addDays(today, -1);
  const ranges = [
    { label: "Hoje", de: today, ate: today },
    { label: "Ontem", de: yesterday, ate: yesterday },
    { label: "Semana", de: addDays(today, -6), ate: today },
  ];
  return (
    <fieldset className="mb-3 flex min-w-0 items-center gap-2 md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
      <legend className="sr-only">Dia do pedido</legend>
      {ranges.map(({ label, ...range }) => {
        const isChosen = from === range.de && until === range.ate;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => setFilters(isChosen ? { de: "", ate: "" } : range)}
            className="min-h-11 shrink-0 rounded-full border border-field bg-background px-4 font-medium hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-tint-ink md:min-h-9"
          >
            {label}
          </button>
        );
      })}
      <DayField label="De" name="de" value={from} max={until} />
      <DayField label="Até" name="ate" value={until} min={from} />
    </fieldset>
  );
}

type DayFieldProps = {
  label: string;
  name: (typeof dayParams)[number];
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
};

/** Uncontrolled, because a half-typed date has no value; a new value of the address replaces what was typed. */
function DayField({ label, name, value, min, max }: DayFieldProps) {
  const { setFilters } = useFilterParams();
  return (
    <label className="flex shrink-0 items-center gap-2 text-muted md:ml-2">
      {label}
      <input
        key={value}
        type="date"
        defaultValue={value}
        min={min || undefined}
        max={max || undefined}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value !== value) setFilters({ [name]: currentTarget.value });
        }}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        className="min-h-11 rounded-md border border-field bg-background px-2 text-foreground md:min-h-9"
      />
    </label>
  );
}
