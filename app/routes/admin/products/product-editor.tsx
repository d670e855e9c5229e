import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo } from "react";
import { useForm } from "react-hook-form";
import type { ProductForm } from "#app/domain/catalogue/product-input.ts";
import type { Category, Product } from "#app/domain/catalogue/schema.ts";
import { RowEditor } from "#app/routes/admin/editing/row-editor.tsx";
import { ProductFields } from "./product-fields.tsx";
import {
  emptyProduct,
  formOfProduct,
  type ProductBody,
  productEditing,
  productSchemaOf,
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
  const resolver = useMemo(() => zodResolver(productSchemaOf(product?.stock)), [product]);
  const form = useForm<ProductForm, unknown, ProductBody>({
    resolver,
    defaultValues: product ? formOfProduct(product) : emptyProduct,
  });
  return (
    <RowEditor
      open={open}
      title={product ? "Editar Produto" : "Criar Novo Produto"}
      submitLabel={product ? "Atualizar Produto" : "Criar Produto"}
      editing={productEditing}
      form={form}
      row={product}
      listed={listed}
      onClose={onClose}
    >
      {(onBusy) => (
        <ProductFields
          form={form}
          isNew={product === undefined}
          categories={categories}
          onBusy={onBusy}
        />
      )}
    </RowEditor>
  );
}
