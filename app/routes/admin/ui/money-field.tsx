import type { ComponentProps, FocusEvent, MouseEvent } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/field.tsx";

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
