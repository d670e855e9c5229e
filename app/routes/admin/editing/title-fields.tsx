import { type ReactNode, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { slugify } from "#app/domain/catalogue/rules.ts";
import { TextField } from "#app/ui/field.tsx";

type Titled = { title: string; slug: string };

type TitleFieldsProps<Typed extends FieldValues, Body> = {
  form: UseFormReturn<Typed, unknown, Body>;
  isNew: boolean;
  slugHint: string;
  children?: ReactNode;
};

/** Title and slug with the other fields between them; the slug of a new row follows its title. */
export function TitleFields<Typed extends FieldValues & Titled, Body>({
  form,
  isNew,
  slugHint,
  children,
}: TitleFieldsProps<Typed, Body>) {
  // TypeScript cannot relate the names of generic form fields to texts.
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
      {children}
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

/** The slug of a new row follows the title until the user edits it; a stored slug does not change. */
export function useSlugOfTitle({ isNew, read, write }: SlugField) {
  const followedSlug = useRef("");
  return (title: string) => {
    if (!isNew || read() !== followedSlug.current) return;
    followedSlug.current = slugify(title);
    write(followedSlug.current);
  };
}
