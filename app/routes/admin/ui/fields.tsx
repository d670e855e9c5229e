import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "#app/ui/class-names.ts";

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
