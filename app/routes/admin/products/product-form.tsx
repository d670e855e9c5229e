import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import {
  formOfEntered,
  formOfOption,
  type ProductForm,
  productFormSchema,
  productOfForm,
} from "#app/domain/catalogue/product-form.ts";
import type { SaleOption } from "#app/domain/catalogue/sale-option-schema.ts";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { FieldViews } from "#app/routes/admin/editing/conflict-dialog.tsx";
import type { RowEditing } from "#app/routes/admin/editing/row-editor.tsx";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { productLabels } from "#app/shared/labels.ts";
import { formatMoney, formatTypedAmount } from "#app/shared/money.ts";
import { emptyProductTexts, mapProductTexts } from "#app/shared/product-fields.ts";
import { Picture } from "#app/ui/picture.tsx";
import { describeOption, describeTerms } from "./sale-option-texts.ts";

/** Validates the form and converts it to the API's body. `stored` is the edited product. */
export function productSchemaOf(stored: Product | undefined) {
  return productFormSchema(stored?.stock).transform((form) => productOfForm(form, stored));
}
export type ProductBody = z.output<ReturnType<typeof productSchemaOf>>;
export type Form = UseFormReturn<ProductForm, unknown, ProductBody>;

export const emptyProduct: ProductForm = {
  title: "",
  slug: "",
  external_id: "",
  price: "0,00",
  stock: "0",
  category: "",
  group: "",
  unit: "unidade",
  visible: true,
  images: [],
  ...formOfEntered({ packageInfo: {} }),
  variable_weight: false,
  sale_options: [formOfOption(mainOption("unidade", 0))],
  ...emptyProductTexts,
};

export function formOfProduct(product: Product): ProductForm {
  return {
    title: product.title,
    slug: product.slug,
    external_id: product.external_id ?? "",
    price: formatTypedAmount(product.price),
    stock: String(product.stock),
    category: (product.category ?? "") as ProductForm["category"],
    group: product.group ?? "",
    unit: product.specs.unit,
    visible: product.visible,
    images: product.images,
    ...formOfEntered(product.entered),
    variable_weight: product.specs.variable_weight === true,
    sale_options: product.sale_options.map(formOfOption),
    ...mapProductTexts((name) => product[name]),
  };
}

const views: FieldViews<ProductBody> = {
  title: { label: productLabels.title },
  slug: { label: productLabels.slug },
  external_id: { label: productLabels.external_id, show: (code) => code ?? "Nenhum" },
  price: { label: productLabels.price, show: (price) => formatMoney(price) },
  stock: { label: productLabels.stock },
  category: { label: productLabels.category, show: (category) => category ?? "Sem categoria" },
  group: { label: productLabels.group, show: (group) => group ?? "Nenhum" },
  specs: { label: productLabels.unit, show: ({ unit }) => unit },
  visible: { label: productLabels.visible },
  ...mapProductTexts((name) => ({ label: productLabels[name] })),
  sale_options: { label: productLabels.sale_options, show: describeOptions },
  images: { label: productLabels.images, show: (images) => <Pictures images={images} /> },
};

export const productEditing: RowEditing<Product, ProductForm, ProductBody> = {
  kind: productKind,
  toForm: formOfProduct,
  views,
};

/** Price and unit of the main option are fields of their own. */
function describeOptions([main, ...further]: readonly SaleOption[]): string {
  const terms = (main && describeTerms(main)) || "Sem mínimo nem preços por quantidade";
  return [terms, ...further.map(describeOption)].join("\n");
}

function Pictures({ images }: { images: readonly string[] }) {
  if (images.length === 0) return "Nenhuma";
  return (
    <span className="flex flex-wrap gap-2">
      {[...new Set(images)].map((image) => (
        <span key={image} className="w-16 overflow-hidden rounded-sm">
          <Picture src={image} alt="" width={64} height={64} sizes="64px" />
        </span>
      ))}
    </span>
  );
}
