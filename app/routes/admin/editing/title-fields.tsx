import { useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { slugify } from "#app/domain/catalogue/rules.ts";
import { TextField } from "#app/ui/field.tsx";

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

type SlugField = { isNew: boolean; read: () => string; write: (slug: string) => void };

/** In creation the slug follows the title as it is typed, until it is given one of its own; later it stays. */
function useSlugOfTitle({ isNew, read, write }: SlugField) {
  const made = useRef("");
  return (title: string) => {
    if (!isNew || read() !== made.current) return;
    made.current = slugify(title);
    write(made.current);
  };
}
