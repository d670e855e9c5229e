import {
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useId,
} from "react";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/field.tsx";

type TextAreaFieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
} & ComponentProps<"textarea">;

/** A multi-line text field that grows with its content where the browser supports it. */
export function TextAreaField({ label, hint, error, className, ...area }: TextAreaFieldProps) {
  const id = useId();
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  return (
    <div className={classNames("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={classNames(
          "field-sizing-content min-h-25 w-full rounded-md border bg-background px-3 py-2 text-foreground placeholder:text-muted",
          error ? "border-2 border-danger-ink" : "border-field",
        )}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
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

/** An amount in BRL as text: a number field drops the comma in some browser languages. See `parseTypedNumber`. */
export function MoneyField({ className, ...field }: ComponentProps<typeof TextField>) {
  return (
    <div className={classNames("relative [&_input]:pl-10", className)}>
      <TextField {...field} inputMode="decimal" autoComplete="off" {...selectOnFocus} />
      <span
        className="pointer-events-none absolute top-[calc(var(--text-base)*1.5+0.375rem)] left-3 flex h-12 items-center text-muted"
        aria-hidden
      >
        R$
      </span>
    </div>
  );
}
