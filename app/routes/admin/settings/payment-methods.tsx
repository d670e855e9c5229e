import { type KeyboardEvent, useRef, useState } from "react";
import {
  acceptedPaymentMethods,
  builtInPaymentMethods,
} from "#app/domain/settings/payment-methods.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

type PaymentMethodsProps = {
  options: readonly PaymentOption[];
  onChange: (options: PaymentOption[]) => void;
};

/** The accepted payment methods: five built-in ones and custom ones. */
export function PaymentMethods({ options, onChange }: PaymentMethodsProps) {
  const adding = useRef<HTMLDivElement>(null);
  function remove(option: PaymentOption) {
    onChange(options.filter((other) => other !== option));
    adding.current?.querySelector("input")?.focus();
  }
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {options.map((option) => (
          <li key={option.id} className="flex items-center gap-1 px-3">
            <Method
              option={option}
              onToggle={(enabled) =>
                onChange(options.map((other) => (other === option ? { ...other, enabled } : other)))
              }
            />
            {!isBuiltIn(option) && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remover ${option.name}`}
                onClick={() => remove(option)}
                className="ml-2 text-danger-ink"
              >
                <span className="icon-[lucide--trash-2] size-4" aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div ref={adding}>
        <NewMethod options={options} onAdd={(option) => onChange([...options, option])} />
      </div>
    </>
  );
}

// The checkbox exposes its own state; `aria-checked` would be redundant.
const asSwitch = { role: "switch" };

type MethodProps = { option: PaymentOption; onToggle: (enabled: boolean) => void };

function Method({ option: { id, name, icon, enabled }, onToggle }: MethodProps) {
  return (
    <label className="flex min-h-12 min-w-0 grow cursor-pointer items-center gap-3">
      <span className={`${icon} size-5 shrink-0 text-muted`} aria-hidden />
      <span className="min-w-0 grow wrap-anywhere">{name}</span>
      <input
        {...asSwitch}
        type="checkbox"
        name={id}
        checked={enabled}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        className="switch-input"
      />
    </label>
  );
}

type NewMethodProps = {
  options: readonly PaymentOption[];
  onAdd: (option: PaymentOption) => void;
};

function NewMethod({ options, onAdd }: NewMethodProps) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  function add() {
    if (name.trim() === "") return;
    const option = customOption(name);
    if (hasMethod(options, option)) return setError("Esta forma de pagamento já está na lista.");
    onAdd(option);
    setName("");
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Nova forma de pagamento"
        name="new_payment_method"
        maxLength={100}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={press}
        className="min-w-0 grow max-sm:basis-full"
      />
      <Button
        variant="outline"
        onClick={add}
        className="sm:mt-[calc(var(--text-base)*1.5+0.375rem)] sm:min-h-12"
      >
        <span className="icon-[lucide--plus] size-4" aria-hidden />
        Adicionar
      </Button>
    </div>
  );
}

/** A payment method in the form. */
export type PaymentOption = { id: string; name: string; enabled: boolean; icon: string };

const customIcon = "icon-[lucide--credit-card]";
const icons: Record<string, string> = {
  pix: "icon-[lucide--qr-code]",
  credit: customIcon,
  debit: "icon-[lucide--wallet-cards]",
  money: "icon-[lucide--banknote]",
  transfer: "icon-[lucide--landmark]",
};

/** The five built-in methods, then the custom ones. */
export function paymentOptions(
  saved: readonly string[] | null,
  disabled: readonly string[] = [],
): PaymentOption[] {
  const accepted = acceptedPaymentMethods(saved);
  const builtIn = builtInPaymentMethods.map(({ id, name }) => ({
    id,
    name,
    enabled: accepted.includes(name),
    icon: icons[id] ?? customIcon,
  }));
  const own = accepted.filter((name) => !builtIn.some((method) => method.name === name));
  const options = [...builtIn, ...own.map(customOption)];
  const switchedOff = disabled.map((name) => ({ ...customOption(name), enabled: false }));
  return [...options, ...switchedOff.filter((option) => !hasMethod(options, option))];
}

/** A custom method. Its id is its name in lower case with underscores for spaces: spec point 5. */
export function customOption(name: string): PaymentOption {
  const id = name.trim().toLowerCase().replace(/\s/g, "_");
  return { id, name: name.trim(), enabled: true, icon: customIcon };
}

export function isBuiltIn({ id }: PaymentOption): boolean {
  return builtInPaymentMethods.some((method) => method.id === id);
}

export function hasMethod(options: readonly PaymentOption[], { id, name }: PaymentOption): boolean {
  const plain = name.toLowerCase();
  return options.some((option) => option.id === id || option.name.toLowerCase() === plain);
}
