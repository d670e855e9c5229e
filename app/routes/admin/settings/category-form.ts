import type { z } from "zod";
import type { CategoryForm, categoryFormSchema } from "#app/domain/catalogue/category-input.ts";
import type { Category } from "#app/domain/catalogue/schema.ts";
import type { FieldViews } from "#app/routes/admin/editing/row-changes.ts";
import type { RowEditing } from "#app/routes/admin/editing/row-editor.tsx";
import type { SaveTexts } from "#app/routes/admin/editing/use-row-saving.ts";

export type CategoryBody = z.output<typeof categoryFormSchema>;

/** The four categories are fixed: none is ever created here. */
export const categoryTexts: SaveTexts = {
  created: "Categoria atualizada",
  updated: "Categoria atualizada",
  createFailed: "Erro ao atualizar categoria",
  updateFailed: "Erro ao atualizar categoria",
};

export function formOfCategory({ name, description, image_url }: Category): CategoryForm {
  return { name, description, image_url };
}

const views: FieldViews<CategoryBody> = {
  name: { label: "Nome" },
  description: { label: "Descrição" },
  image_url: { label: "Imagem" },
};

export const categoryEditing: RowEditing<Category, CategoryForm, CategoryBody> = {
  path: "/api/categories",
  toForm: formOfCategory,
  texts: categoryTexts,
  views,
};
