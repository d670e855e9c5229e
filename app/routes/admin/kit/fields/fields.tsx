import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useState,
} from "react";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";

/** Moves the focus to the first field of an element that shows an error; false when there is none. */
export function focusWrongField(within: ParentNode | null | undefined): boolean {
  const field = within?.querySelector<HTMLElement>("[aria-invalid=true]");
  field?.focus();
  return field !== null && field !== undefined;
}

/** Props of an input whose value is replaced by typing: a tap places the caret after the focus, so it selects again. */
export const selectOnFocus = {
  onFocus(event: FocusEvent<HTMLInputElement>) {
    event.currentTarget.dataset.focused = "new";
    event.currentTarget.select();
  },
  onClick(event: MouseEvent<HTMLInputElement>) {
    if (event.currentTarget.dataset.focused === "new") event.currentTarget.select();
    delete event.currentTarget.dataset.focused;
  },
};

const keySteps: Record<string, number> = { ArrowUp: 0.01, ArrowDown: -0.01 };

/** The arrows change an amount by a cent, as in a number field with this step. */
function stepByKey(event: KeyboardEvent<HTMLInputElement>) {
  const { key, currentTarget: input } = event;
  const step = keySteps[key];
  if (step === undefined || input.readOnly) return;
  event.preventDefault();
  const amount = Math.max(0, (parseTypedAmount(input.value) || 0) + step);
  // React notices a value that was not set by the property.
  input.setRangeText(formatTypedAmount(amount), 0, input.value.length, "end");
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Returns the error of a text that is no amount; undefined for one that is. */
export function amountError(text: string): string | undefined {
  return parseTypedAmount(text) >= 0 ? undefined : "Digite um valor, como 12,50.";
}

/**
 * An amount in BRL as text: a number field drops the comma in some browser languages. See `parseTypedNumber`. Where its `value`
 * is given, it shows when that is no amount.
 */
export function MoneyField({ className, error, ...field }: ComponentProps<typeof TextField>) {
  const { value } = field;
  const isFilled = typeof value === "string" && value.trim() !== "";
  const message = error ?? (isFilled ? amountError(value) : undefined);
  return (
    <div className={classNames("relative [&_input]:pl-10", className)}>
      <TextField
        {...field}
        {...(message && { error: message })}
        inputMode="decimal"
        autoComplete="off"
        onKeyDown={stepByKey}
        {...selectOnFocus}
      />
      <span
        className="pointer-events-none absolute top-[calc(var(--text-base)*1.5+0.375rem)] left-3 flex h-12 items-center text-muted"
        aria-hidden
      >
        R$
      </span>
    </div>
  );
}

/** A password field with a button that shows the characters. */
export function PasswordField({
  className = "",
  ...field
}: Omit<ComponentProps<typeof TextField>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={`relative [&_input]:pr-12 ${className}`}>
      <TextField
        {...field}
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="off"
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Mostrar caracteres"
        onClick={() => setShown(!shown)}
        className="absolute top-[calc(var(--text-base)*1.5+0.5rem)] right-0.5 grid size-11 place-items-center rounded-md text-muted hover:text-foreground"
      >
        <span
          className={`size-5 ${shown ? "icon-[lucide--eye-off]" : "icon-[lucide--eye]"}`}
          aria-hidden
        />
      </button>
    </div>
  );
}

/** The value of a choice and its text, or a value that is also its text. */
export type Choice = string | readonly [value: string, text: string];

type ChoiceFieldProps = ComponentProps<typeof SelectField> & { choices: readonly Choice[] };

export function ChoiceField({ choices, ...select }: ChoiceFieldProps) {
  return (
    <SelectField {...select}>
      <Options choices={choices} />
    </SelectField>
  );
}

/** The options of a `select`. */
export function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map((choice) => {
    const [value, text] = typeof choice === "string" ? [choice, choice] : choice;
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });
}

/** The values that a text field suggests. */
export function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

/** A list without the value, or with it at the end. */
export function withToggled<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

type CheckFieldProps = { label: ReactNode } & ComponentProps<"input">;

export function CheckField({ label, className, ...input }: CheckFieldProps) {
  return (
    <label className={classNames("flex min-h-11 items-center gap-3", className)}>
      <input {...input} type="checkbox" className="size-5 shrink-0 accent-primary" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}

// The checkbox exposes its own state; `aria-checked` would be redundant.
const asSwitch = { role: "switch" };

type SwitchFieldProps = { label: ReactNode; hint?: ReactNode } & ComponentProps<"input">;

export function SwitchField({ label, hint, className, ...input }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={classNames("flex flex-col", className)}>
      <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-semibold">
        {label}
        <input
          {...input}
          {...asSwitch}
          type="checkbox"
          aria-describedby={hint === undefined ? undefined : id}
          className="switch-input"
        />
      </label>
      {hint !== undefined && (
        <p id={id} className="text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
