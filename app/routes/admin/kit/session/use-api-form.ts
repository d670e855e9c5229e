import { type SubmitEvent, useState } from "react";
import {
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { type Answer, noAnswer, type Problem } from "./call-api.ts";
import type { formResolvers } from "./form-resolvers.ts";

type Resolvers = typeof formResolvers;
type FormName = keyof Resolvers;
type Typed<Name extends FormName> = Resolvers[Name] extends Resolver<infer Input> ? Input : never;
type Body<Name extends FormName> =
  Resolvers[Name] extends Resolver<infer _Input, unknown, infer Output> ? Output : never;

type ApiForm<Name extends FormName, Data> = {
  name: Name;
  send: (body: Body<Name>) => Promise<Answer<Data>>;
  onDone: (data: Data, reset: () => void) => void;
};

/** A small form that sends one API request at a time. What is typed before the hydration is kept: the inputs have no default values. */
export function useApiForm<Name extends FormName, Data>({
  name,
  send,
  onDone,
}: ApiForm<Name, Data>) {
  const resolver = lateResolver(name) as unknown as Resolver<FieldValues, unknown, Body<Name>>;
  const form = useForm<FieldValues, unknown, Body<Name>>({ resolver });
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
    // Without connection the resolver cannot be loaded.
    await validateAndSend(event).catch(() => setProblem(noAnswer.problem));
  }
  return {
    submit,
    pending: isSubmitting,
    problem,
    field: (field: keyof Typed<Name> & string) => ({
      ...form.register(field),
      error: errors[field]?.message as string | undefined,
    }),
  };
}

/** A form's Zod resolver, fetched by its first validation. */
export function lateResolver<Name extends FormName>(name: Name): Resolvers[Name] {
  const load = async (...validation: Parameters<Resolver>) => {
    const { formResolvers } = await import("./form-resolvers.ts");
    return (formResolvers[name] as unknown as Resolver)(...validation);
  };
  return load as unknown as Resolvers[Name];
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

/** Of a field, of an entry of its list, or of a form. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(firstMessage).find(Boolean);
}
