import { zodResolver } from "@hookform/resolvers/zod";
import { type SubmitEvent, useState } from "react";
import {
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { Answer, Problem } from "#app/client/api-request.ts";
import type { z } from "#app/shared/zod.ts";

type FormSchema = z.ZodType<FieldValues, FieldValues>;

type ApiForm<Schema extends FormSchema, Data> = {
  schema: Schema;
  send: (body: z.output<Schema>) => Promise<Answer<Data>>;
  onDone: (data: Data, reset: () => void) => void;
};

/** A small form that sends one API request at a time. What is typed before the hydration is kept: the inputs have no default values. */
export function useApiForm<Schema extends FormSchema, Data>({
  schema,
  send,
  onDone,
}: ApiForm<Schema, Data>) {
  // The names of the fields are checked by `field`.
  const resolver = zodResolver(schema) as unknown as Resolver<
    FieldValues,
    unknown,
    z.output<Schema>
  >;
  const form = useForm<FieldValues, unknown, z.output<Schema>>({ resolver });
  const [problem, setProblem] = useState<Problem>();
  const { errors, isSubmitting } = form.formState;

  const validateAndSend = form.handleSubmit(async (body) => {
    const answer = await send(body);
    if (answer.ok) onDone(answer.data, () => form.reset());
    else if (!showFieldErrors(form, answer.problem)) setProblem(answer.problem);
  });
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSubmitting) return;
    setProblem(undefined);
    await validateAndSend(event);
  }
  return {
    submit,
    pending: isSubmitting,
    problem,
    field: (field: keyof z.input<Schema> & string) => ({
      ...form.register(field),
      error: errors[field]?.message as string | undefined,
    }),
  };
}

/** Shows the server's messages at their fields and focuses one. Returns whether the form has such a field. */
export function showFieldErrors<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  { errors = [] }: Problem,
): boolean {
  const values: Record<string, unknown> = form.getValues();
  const shown = errors.flatMap(({ field, message }) => {
    const parts = field.split(".");
    // A list of objects has a field for each value.
    const isListed = Array.isArray(values[parts[0] ?? ""]) && parts.length > 2;
    const name = isListed ? field : parts.find((part) => part in values);
    return name ? [{ name: name as Path<Values>, message }] : [];
  });
  for (const { name, message } of shown) form.setError(name, { message }, { shouldFocus: true });
  return shown.length > 0;
}

/** Finds the first message of a field, of an entry of its list, or of a form. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(firstMessage).find(Boolean);
}
