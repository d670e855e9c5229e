import type { SubmitEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Submits a form, unless a date in it lacks a part: its field has an empty text then, and an optional date would be lost. */
export function submitWholeDates<Typed extends FieldValues>(
  { setError }: Pick<UseFormReturn<Typed>, "setError">,
  submit: (event: SubmitEvent<HTMLFormElement>) => unknown,
) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    const fields = Array.from(event.currentTarget.elements);
    const incomplete = fields.find(isIncomplete);
    if (!incomplete) return submit(event);
    event.preventDefault();
    setError(incomplete.name as Path<Typed>, { message: "Complete a data: dia, mês e ano." });
    incomplete.focus();
    // The message is below the field.
    incomplete.scrollIntoView({ block: "center" });
  };
}

function isIncomplete(field: Element): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === "date" && field.validity.badInput;
}
