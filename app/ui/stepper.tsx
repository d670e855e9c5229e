import { type Ref, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { defaultTerms, roundUpQuantity } from "#app/domain/catalogue/sale-options.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import type { SaleTerms } from "#app/shared/units.ts";
import { classNames } from "./class-names.ts";

type StepperProps = {
  value: number;
  onChange: (quantity: number) => void;
  /** Makes the first button remove the product at the minimum. */
  onRemove?: (() => void) | undefined;
  /** The button that increases the quantity. */
  moreButton?: Ref<HTMLButtonElement> | undefined;
  /** Name of the product: "Polpa de açaí 100 g". */
  name: string;
  terms?: Terms;
  disabled?: boolean;
  className?: string;
};

type Terms = Pick<SaleTerms, "minimum" | "step">;

/** A quantity, typed or changed by buttons: a multiple of the step, at least the minimum. */
export function Stepper({
  value,
  onChange,
  onRemove,
  moreButton,
  name,
  terms = defaultTerms,
  disabled = false,
  className,
}: StepperProps) {
  // Text that is no valid quantity yet, so that an emptied field is not refilled while typing.
  const [draft, setDraft] = useState<string>();
  const { minimum, step } = terms;
  const more = roundUpQuantity(terms, value + 1);
  const isLeast = value <= minimum;
  function type(input: HTMLInputElement) {
    const quantity = Math.trunc(input.valueAsNumber);
    const rounded = roundUpQuantity(terms, quantity);
    const isValid = rounded <= quantity;
    setDraft(isValid ? undefined : input.value);
    if (isValid) onChange(rounded);
  }
  function leave() {
    const quantity = Math.trunc(Number(draft));
    setDraft(undefined);
    if (draft === undefined || !(quantity >= 1)) return;
    const rounded = roundUpQuantity(terms, quantity);
    onChange(rounded);
    toast({
      id: "quantity",
      look: "info",
      title: `Quantidade ajustada para ${rounded}`,
      description: describeQuantities(terms),
    });
  }
  return (
    <fieldset disabled={disabled} className={classNames("stepper", className)}>
      {isLeast && onRemove ? (
        <Step
          label={`Remover ${name}`}
          icon="before:icon-[lucide--trash-2]"
          disabled={false}
          onPress={onRemove}
        />
      ) : (
        <Step
          label={`Diminuir quantidade de ${name}`}
          icon="before:icon-[lucide--minus]"
          disabled={isLeast}
          onPress={() => onChange(Math.max(minimum, Math.floor((value - 1) / step) * step))}
        />
      )}
      <input
        type="number"
        inputMode="numeric"
        min={minimum}
        step={step === 1 ? undefined : step}
        max={maxQuantity}
        autoComplete="off"
        aria-label={`Quantidade de ${name}`}
        value={draft ?? value}
        onFocus={(event) => event.currentTarget.select()}
        // Safari ends a selection made on focus when the button is released.
        onClick={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget)}
        onBlur={leave}
        onKeyDown={(event) => event.key === "Enter" && leave()}
      />
      <Step
        label={`Aumentar quantidade de ${name}`}
        icon="before:icon-[lucide--plus]"
        disabled={more <= value}
        onPress={() => onChange(more)}
        button={moreButton}
      />
    </fieldset>
  );
}

/** "Vendido de 6 em 6, a partir de 12." */
export function describeQuantities({ minimum, step }: Terms): string {
  if (step === 1) return `A quantidade mínima é ${minimum}.`;
  return `Vendido de ${step} em ${step}${minimum > step ? `, a partir de ${minimum}` : ""}.`;
}

type StepProps = {
  label: string;
  /** A class that draws it before the (empty) content. */
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
      className={classNames(icon, "before:size-5")}
    />
  );
}
