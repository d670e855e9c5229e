import type { ComponentProps } from "react";
import { get, useController, useFormContext, useFormState } from "react-hook-form";
import { SwitchField } from "#app/routes/admin/kit/fields.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";

type InputProps = Pick<
  ComponentProps<typeof TextField>,
  | ("autoCapitalize" | "autoComplete" | "className" | "hint" | "inputMode" | "max" | "maxLength")
  | ("min" | "spellCheck" | "type")
>;

/** A field of a tab's form; `name` is its place in the form's values. A `text` has several lines. */
export type SettingsField = InputProps & {
  name: string;
  label: string;
  kind?: "line" | "text" | "count" | "picture" | "switch";
  rows?: number;
  validatesOnBlur?: boolean;
};

export function SettingsFields({ fields }: { fields: readonly SettingsField[] }) {
  return fields.map((field) => <Field key={field.name} {...field} />);
}

function Field({ kind = "line", rows, hint, validatesOnBlur, ...input }: SettingsField) {
  const { name, label, className } = input;
  const { trigger } = useFormContext();
  const field = useSettingsField(name);
  const text = { ...field, value: String(field.value ?? "") };
  if (validatesOnBlur) text.onBlur = () => void trigger(name).catch(logUnchecked);

  switch (kind) {
    case "line":
      return <TextField autoComplete="off" hint={hint} {...input} {...text} />;
    case "text":
      return <TextAreaField {...{ label, hint, rows, className }} {...text} />;
    case "count":
      return (
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          hint={hint}
          {...input}
          className="max-w-xs"
          {...text}
        />
      );
    case "switch":
      return (
        <SwitchField
          label={label}
          hint={hint}
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
          bucket="site-assets"
          picture={String(field.value ?? "") || null}
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
export function useSettingsField(name: string) {
  const { clearErrors } = useFormContext();
  const { field } = useController({ name });
  const errorOf = useSettingsErrors();
  return {
    ...field,
    error: errorOf(name),
    onChange(event: unknown) {
      clearErrors(errorPlace(name));
      field.onChange(event);
    },
  };
}

/** Reads the message at a place in the form's values. */
export function useSettingsErrors() {
  const { errors } = useFormState();
  return (name: string) => {
    const error: { message?: string } | undefined = get(errors, errorPlace(name));
    return error?.message;
  };
}

/** The entries of a list of texts are edited as objects. */
function errorPlace(name: string): string {
  return name.replace(/\.value$/, "");
}
