import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

type FieldProps = {
  label: string;
  /** Help text, shown together with an error. */
  hint?: ReactNode;
  error?: string;
  /** Marks an optional field. */
  optional?: boolean;
  className?: string;
};

const boxClasses =
  "w-full min-h-12 rounded-md border bg-background px-3 py-2 text-foreground placeholder:text-muted disabled:opacity-55";

/** Props of the input: id, classes, and references to label, hint and error. */
function useField({ hint, error }: FieldProps) {
  const id = useId();
  const describedBy = classNames(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    className: classNames(boxClasses, error ? "border-2 border-danger-ink" : "border-field"),
  };
}

function Frame({ id, children, ...field }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className={classNames("flex flex-col gap-1.5", field.className)}>
      <label htmlFor={id} className="font-semibold">
        {field.label}
        {field.optional && <span className="font-normal text-muted"> (opcional)</span>}
      </label>
      {children}
      {field.hint !== undefined && (
        <p id={`${id}-hint`} className="text-muted">
          {field.hint}
        </p>
      )}
      {field.error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-medium text-danger-ink">
          <span className="icon-[lucide--circle-alert] mt-1 size-4 shrink-0" aria-hidden />
          {field.error}
        </p>
      )}
    </div>
  );
}

/** Spread react-hook-form's `register(name)` into it. */
export function TextField({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: FieldProps & ComponentProps<"input">) {
  const field = { label, hint, error, optional, className };
  const props = useField(field);
  return (
    <Frame {...field} id={props.id}>
      <input type="text" {...input} {...props} />
    </Frame>
  );
}

/** Several lines of text; grows with its content where the browser supports it. */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  ...textarea
}: FieldProps & ComponentProps<"textarea">) {
  const field = { label, hint, error, optional, className };
  const props = useField(field);
  return (
    <Frame {...field} id={props.id}>
      <textarea
        rows={4}
        {...textarea}
        {...props}
        className={`${props.className} field-sizing-content min-h-25`}
      />
    </Frame>
  );
}

/** A native select; the options are its children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  ...select
}: FieldProps & ComponentProps<"select">) {
  const field = { label, hint, error, optional, className };
  const props = useField(field);
  return (
    <Frame {...field} id={props.id}>
      <select {...select} {...props} />
    </Frame>
  );
}
