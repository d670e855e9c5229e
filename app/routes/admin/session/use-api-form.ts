import { type SubmitEvent, useState } from "react";
import { type Answer, fieldErrors, type Problem } from "./call-api.ts";

type ApiForm<T> = {
  /** Required fields with their error messages. */
  required?: Record<string, string>;
  send: (values: Record<string, string>) => Promise<Answer<T>>;
  onDone: (data: T, form: HTMLFormElement) => void;
};

/** A small form that sends one API request at a time, shows errors by field and focuses the first. */
export function useApiForm<T>({ required = {}, send, onDone }: ApiForm<T>) {
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem>();

  function showErrors(form: HTMLFormElement, found: Record<string, string>) {
    setErrors(found);
    const first = [...form.elements].find(
      (element) => element instanceof HTMLInputElement && element.name in found,
    );
    if (first instanceof HTMLInputElement) first.focus();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (pending) return;
    setProblem(undefined);
    const values = valuesOf(form);
    const missing = Object.entries(required).filter(([name]) => !values[name]?.trim());
    showErrors(form, Object.fromEntries(missing));
    if (missing.length > 0) return;
    setPending(true);
    const answer = await send(values);
    setPending(false);
    if (answer.ok) return onDone(answer.data, form);
    const found = fieldErrors(answer.problem);
    showErrors(form, found);
    if (Object.keys(found).length === 0) setProblem(answer.problem);
  }
  return { submit, pending, errors, problem };
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry) => typeof entry[1] === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}
