import { type ComponentProps, type RefAttributes, useId } from "react";
import { get, useController, useFormContext, useFormState } from "react-hook-form";
import type { Bucket } from "#app/domain/media/rules.ts";
import {
  type Choice,
  ChoiceField,
  MoneyField,
  Suggestions,
  SwitchField,
} from "#app/routes/admin/kit/fields/fields.tsx";
import { firstMessage } from "#app/routes/admin/kit/session/use-api-form.ts";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";

type InputProps = Omit<
  ComponentProps<typeof TextField>,
  "error" | "label" | "name" | "onBlur" | "onChange" | "value" | keyof RefAttributes<unknown>
>;

/** A field of a form; `name` is its place in the form's values. A `text` has several lines. */
export type FormField<Name extends string = string> = InputProps & {
  name: Name;
  /** The default is the label that the table has for the name. */
  label?: string;
  kind?: "line" | "text" | "count" | "money" | "select" | "switch" | "picture";
  rows?: number;
  choices?: readonly Choice[];
  /** Values in use, which a `line` suggests. */
  suggestions?: readonly string[];
  /** The bucket that stores the file of a `picture`; the default is that of the site's pictures. */
  bucket?: Bucket;
  validatesOnBlur?: boolean;
};

type FormFieldsProps = {
  fields: readonly FormField[];
  labels?: Readonly<Record<string, string>>;
};

/** The fields of the form around it, one below the other. */
export function FormFields({ fields, labels = {} }: FormFieldsProps) {
  return fields.map((field) => (
    <Field key={field.name} {...field} label={field.label ?? labels[field.name] ?? ""} />
  ));
}

function Field(props: FormField & { label: string }) {
  const {
    kind = "line",
    rows,
    choices = [],
    suggestions,
    bucket,
    validatesOnBlur,
    ...input
  } = props;
  const { name, label, hint, optional, className, placeholder } = input;
  const { trigger } = useFormContext();
  const listId = useId();
  const field = useFormField(name);
  const text = { ...field, value: String(field.value ?? "") };
  if (validatesOnBlur) text.onBlur = () => void trigger(name).catch(logUnchecked);

  switch (kind) {
    case "line":
      return (
        <>
          <TextField
            autoComplete="off"
            {...(suggestions && { list: listId })}
            {...input}
            {...text}
          />
          {suggestions && <Suggestions id={listId} texts={suggestions} />}
        </>
      );
    case "text":
      return (
        <TextAreaField
          label={label}
          hint={hint}
          optional={optional}
          className={className}
          placeholder={placeholder}
          {...(rows && { rows })}
          {...text}
        />
      );
    case "count":
      return (
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          className="max-w-xs"
          {...input}
          {...text}
        />
      );
    case "money":
      return <MoneyField {...input} {...text} />;
    case "select":
      return (
        <ChoiceField
          label={label}
          hint={hint}
          optional={optional}
          className={className}
          choices={choices}
          {...text}
        />
      );
    case "switch":
      return (
        <SwitchField
          label={label}
          hint={hint}
          className={className}
          name={name}
          checked={field.value === true}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
        />
      );
    case "picture":
      return (
        <PictureField
          label={label}
          name={name}
          bucket={bucket ?? "site-assets"}
          picture={text.value || null}
          onChange={(picture) => field.onChange(picture ?? "")}
          error={field.error}
          hint={hint as string | undefined}
        />
      );
  }
}

function logUnchecked(error: unknown): void {
  console.warn("The field was not validated", error);
}

/** The props of an input. Its error, also one of the server, disappears when its value changes. */
export function useFormField(name: string) {
  const { clearErrors } = useFormContext();
  const { field } = useController({ name });
  const errorOf = useFormErrors();
  return {
    ...field,
    error: errorOf(name),
    onChange(event: unknown) {
      clearErrors(errorPlace(name));
      field.onChange(event);
    },
  };
}

/** Reads the message at a place in the form's values, or of an entry of a list at this place. */
export function useFormErrors() {
  const { errors } = useFormState();
  return (name: string) => firstMessage(get(errors, errorPlace(name)));
}

/** The entries of a list of texts are edited as objects. */
function errorPlace(name: string): string {
  return name.replace(/\.value$/, "");
}
