import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import type { ProductForm } from "#app/domain/catalogue/product-input.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { ChangedElsewhere } from "#app/routes/admin/editing/changed-elsewhere.tsx";
import { FormDialog } from "#app/routes/admin/editing/form-dialog.tsx";
import { conflictsBetween } from "#app/routes/admin/editing/row-changes.ts";
import { useRowSaving } from "#app/routes/admin/editing/use-row-saving.ts";
import { ConflictDialog } from "#app/routes/admin/ui/conflict-dialog.tsx";
import { ProductFields } from "./product-fields.tsx";
import {
  emptyProduct,
  formOfProduct,
  type ProductBody,
  productKind,
  productSchemaOf,
  productTexts,
  productViews,
} from "./product-form.tsx";

type ProductEditorProps = {
  open: boolean;
  /** None for a new one. */
  product: Product | undefined;
  /** As the list has it now. */
  listed: Product | undefined;
  categories: readonly Category[];
  onClose: () => void;
};

/** 'Criar Novo Produto' or 'Editar Produto'. */
export function ProductEditor({ open, product, listed, categories, onClose }: ProductEditorProps) {
  const { revalidate } = useRevalidator();
  const [uploading, setUploading] = useState(false);
  const resolver = useMemo(() => zodResolver(productSchemaOf(product?.stock)), [product]);
  const form = useForm<ProductForm, unknown, ProductBody>({
    resolver,
    defaultValues: product ? formOfProduct(product) : emptyProduct,
  });
  const { isDirty, isSubmitting } = form.formState;
  const saving = useRowSaving({
    form,
    path: productKind.path,
    row: product,
    listed,
    toForm: formOfProduct,
    fields: Object.keys(productViews),
    texts: productTexts,
    onSaved() {
      onClose();
      void revalidate();
    },
  });
  const { stale } = saving;
  return (
    <>
      <FormDialog
        open={open}
        title={product ? "Editar Produto" : "Criar Novo Produto"}
        submitLabel={product ? "Atualizar Produto" : "Criar Produto"}
        dirty={isDirty}
        saving={isSubmitting}
        busy={uploading}
        onSubmit={saving.save}
        onClose={onClose}
      >
        <ChangedElsewhere
          what={saving.elsewhere}
          dirty={isDirty || uploading}
          onShow={saving.takeListed}
        />
        <ProductFields
          form={form}
          isNew={product === undefined}
          categories={categories}
          onBusy={setUploading}
        />
      </FormDialog>
      <ConflictDialog
        open={open && stale !== undefined}
        conflicts={stale ? conflictsBetween(stale.mine, stale.theirs, productViews) : []}
        onKeepMine={saving.keepMine}
        onTakeTheirs={saving.takeTheirs}
        onClose={saving.decideLater}
      />
    </>
  );
}
