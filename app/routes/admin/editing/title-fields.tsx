import type { FieldValues, UseFormReturn } from "react-hook-form";
import { TextField } from "#app/ui/field.tsx";
import { useSlugOfTitle } from "./use-slug-of-title.ts";

type Titled = { title: string; slug: string };

type TitleFieldsProps<Typed extends FieldValues, Body> = {
  form: UseFormReturn<Typed, unknown, Body>;
  isNew: boolean;
  slugHint: string;
};

/** Title and slug, the second following the first while a row is new. */
export function TitleFields<Typed extends FieldValues & Titled, Body>({
  form,
  isNew,
  slugHint,
}: TitleFieldsProps<Typed, Body>) {
  // Of the form's fields these two, whatever the others are: names of generic fields are no text to the compiler.
  const { register, getValues, setValue, formState } = form as unknown as UseFormReturn<Titled>;
  const { errors, isSubmitted } = formState;
  const followTitle = useSlugOfTitle({
    isNew,
    read: () => getValues("slug"),
    write: (slug) => setValue("slug", slug, { shouldDirty: true, shouldValidate: isSubmitted }),
  });
  return (
    <>
      <TextField
        label="Título"
        autoComplete="off"
        error={errors.title?.message}
        {...register("title", { onChange: (event) => followTitle(event.target.value) })}
      />
      <TextField
        label="Slug"
        hint={slugHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.slug?.message}
        {...register("slug")}
      />
    </>
  );
}
