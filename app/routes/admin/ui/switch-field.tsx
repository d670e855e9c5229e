import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "#app/ui/class-names.ts";

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
