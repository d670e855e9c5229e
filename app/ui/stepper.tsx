import { type KeyboardEvent, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { SaleTerms } from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  defaultTerms,
  describeQuantities,
  hasDecimals,
  lowerQuantity,
  raiseQuantity,
  readTypedQuantity,
} from "#app/domain/catalogue/options/sale-options.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { classNames } from "./class-names.ts";

type StepperProps = {
  value: number;
  onChange: (quantity: number) => void;
  /** Makes the first button remove the product at the minimum. */
  onRemove?: (() => void) | undefined;
  /** Called when a typed 0 is left; without it, the quantity stays. */
  onZero?: (() => void) | undefined;
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
  onZero = onRemove,
  name,
  terms = defaultTerms,
  disabled = false,
  className,
}: StepperProps) {
  // The typed text, until the field is left: an emptied field is not refilled, "7," keeps its comma.
  const [draft, setDraft] = useState<string>();
  const { minimum } = terms;
  const more = raiseQuantity(terms, value);
  const isLeast = value <= minimum;
  const less = lowerQuantity(terms, value);
  function type(text: string) {
    const { quantity, notice } = readTypedQuantity(terms, text);
    setDraft(text);
    if (quantity && !notice) onChange(quantity);
  }
  function leave() {
    const { quantity, notice } = readTypedQuantity(terms, draft ?? "");
    setDraft(undefined);
    if (quantity === 0 && onZero) return onZero();
    if (!notice && quantity !== 0) return;
    if (quantity) onChange(quantity);
    toast({
      id: "quantity",
      variant: "info",
      title: `Quantidade ${quantity ? "ajustada para" : "continua em"} ${formatQuantity(quantity || value)}`,
      description: notice ?? describeQuantities(terms),
    });
  }
  function press({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (key === "Enter") {
      const isZero = readTypedQuantity(terms, draft ?? "").quantity === 0;
      // A field that is removed is left once.
      return isZero && onZero ? currentTarget.blur() : leave();
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return;
    setDraft(undefined);
    onChange(key === "ArrowUp" ? more : less);
  }
  return (
    <fieldset disabled={disabled} className={classNames("stepper", className)}>
      {isLeast && onRemove ? (
        <Step
          label={`Remover ${name}`}
          className="before:icon-[lucide--trash-2] before:size-5"
          disabled={false}
          onPress={onRemove}
        />
      ) : (
        <Step
          label={`Diminuir quantidade de ${name}`}
          disabled={isLeast}
          onPress={() => onChange(less)}
        />
      )}
      <input
        type="text"
        inputMode={hasDecimals(terms) ? "decimal" : "numeric"}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuetext={formatQuantity(value)}
        aria-valuemin={minimum}
        aria-valuemax={maxQuantity}
        autoComplete="off"
        aria-label={`Quantidade de ${name}`}
        value={draft ?? formatQuantity(value)}
        onFocus={(event) => event.currentTarget.select()}
        // Safari ends a selection made on focus when the button is released.
        onClick={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <Step
        label={`Aumentar quantidade de ${name}`}
        disabled={more <= value}
        onPress={() => onChange(more)}
      />
    </fieldset>
  );
}

type StepProps = {
  label: string;
  /** Replaces the icon that its place has in cards.css. */
  className?: string;
  disabled: boolean;
  onPress: () => void;
};

function Step({ label, className, disabled, onPress }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // A disabled button would lose the focus at the end of the range.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
      className={className}
    />
  );
}
