import { type Ref, useState } from "react";
import { classNames } from "./class-names.ts";

type StepperProps = {
  value: number;
  onChange: (quantity: number) => void;
  /** Makes the first button remove the product at 1. */
  onRemove?: (() => void) | undefined;
  /** The button that increases the quantity. */
  moreButton?: Ref<HTMLButtonElement> | undefined;
  /** Name of the product: "Polpa de açaí 100 g". */
  name: string;
  max?: number;
  disabled?: boolean;
  className?: string;
};

const maxQuantity = 9999;

/** A quantity, typed or changed by buttons: a whole number, at least 1. */
export function Stepper({
  value,
  onChange,
  onRemove,
  moreButton,
  name,
  max = maxQuantity,
  disabled = false,
  className,
}: StepperProps) {
  // Text that is no quantity yet, so that an emptied field is not refilled while typing.
  const [draft, setDraft] = useState<string>();
  const set = (quantity: number) => onChange(Math.min(max, Math.max(1, quantity)));
  function type(input: HTMLInputElement) {
    const quantity = Math.trunc(input.valueAsNumber);
    setDraft(quantity >= 1 ? undefined : input.value);
    if (quantity >= 1) set(quantity);
  }
  return (
    <fieldset
      disabled={disabled}
      className={classNames(
        "grid grid-cols-[minmax(2.25rem,2.75rem)_minmax(1.5rem,1fr)_minmax(2.25rem,2.75rem)] rounded-md border border-field bg-background text-foreground",
        disabled && "opacity-55",
        className,
      )}
    >
      {value <= 1 && onRemove ? (
        <Step
          label={`Remover ${name}`}
          icon="icon-[lucide--trash-2]"
          disabled={false}
          onPress={onRemove}
        />
      ) : (
        <Step
          label={`Diminuir quantidade de ${name}`}
          icon="icon-[lucide--minus]"
          disabled={value <= 1}
          onPress={() => set(value - 1)}
        />
      )}
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        autoComplete="off"
        aria-label={`Quantidade de ${name}`}
        value={draft ?? value}
        onFocus={(event) => event.currentTarget.select()}
        // Safari ends a selection made on focus when the button is released.
        onClick={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget)}
        onBlur={() => setDraft(undefined)}
        className="min-w-0 bg-transparent text-center font-semibold tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
      />
      <Step
        label={`Aumentar quantidade de ${name}`}
        icon="icon-[lucide--plus]"
        disabled={value >= max}
        onPress={() => set(value + 1)}
        button={moreButton}
      />
    </fieldset>
  );
}

type StepProps = {
  label: string;
  icon: string;
  disabled: boolean;
  onPress: () => void;
  button?: Ref<HTMLButtonElement> | undefined;
};

function Step({ label, icon, disabled, onPress, button }: StepProps) {
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="grid min-h-11 place-items-center rounded-md transition hover:bg-sunken active:scale-95 disabled:opacity-40"
    >
      <span className={classNames(icon, "size-5")} aria-hidden />
    </button>
  );
}
