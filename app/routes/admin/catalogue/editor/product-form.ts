import type { Fiscal } from "#app/domain/catalogue/fiscal.ts";
import { formOfFood } from "#app/domain/catalogue/food/form.ts";
import type { Packed } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import {
  formOfEntered,
  formOfOption,
  newEntered,
  type OptionForm,
  type ProductForm,
  productFormSchema,
  productOfForm,
} from "#app/domain/catalogue/product-form.ts";
import { type Product, productFields } from "#app/domain/catalogue/schema.ts";
import type { RowEditing } from "#app/routes/admin/kit/editing/row-editor.tsx";
import { productKind } from "#app/routes/admin/kit/editing/row-kinds.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { emptyProductTexts, mapProductTexts } from "#app/shared/product-fields.ts";
import { formatTypedAmount, parseTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit } from "#app/shared/units.ts";
import type { z } from "#app/shared/zod.ts";

export function capitalize(unit: SaleUnit): string {
  return unit === "kg" ? unit : `${unit[0]?.toUpperCase()}${unit.slice(1)}`;
}

/** Validates the form and converts it to the API's body. `stored` is the edited product. */
function productSchemaOf(stored: Product | undefined) {
  return productFormSchema(stored?.stock).transform((form) => productOfForm(form, stored));
}
type ProductBody = z.output<ReturnType<typeof productSchemaOf>>;

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
  food: formOfFood({}),
  fiscal: formOfFiscal({}),
  ...formOfEntered(newEntered),
  variable_weight: false,
  sale_options: [formOfOption(mainOption("unidade", 0))],
  ...emptyProductTexts,
};

function formOfProduct(product: Product): ProductForm {
  return {
    title: product.title,
    slug: product.slug,
    external_id: product.external_id ?? "",
    price: formatTypedAmount(product.price),
    stock: formatQuantity(product.stock),
    category: product.category ?? "",
    group: product.group ?? "",
    unit: product.specs.unit,
    visible: product.visible,
    images: product.images,
    food: formOfFood(product.food),
    fiscal: formOfFiscal(product.fiscal ?? {}),
    ...formOfEntered(product.entered),
    variable_weight: product.specs.variable_weight === true,
    sale_options: product.sale_options.map(formOfOption),
    ...mapProductTexts((name) => product[name]),
  };
}

const productFieldNames = Object.keys(productFields) as (keyof typeof productFields)[];

/** Describes how a product is edited; a new one begins in `category`. */
export function productEditing(
  stored: Product | undefined,
  category: string,
): RowEditing<Product, ProductForm, ProductBody> {
  return {
    kind: productKind,
    schema: productSchemaOf(stored),
    empty: { ...emptyProduct, category },
    toForm: formOfProduct,
    fields: [...productFieldNames, "specs", "sale_options"],
    // Price and unit of the main option are fields of their own.
    toCompared: ({ sale_options: [main, ...further], ...fields }) => ({
      ...fields,
      sale_options: [{ ...main, price: undefined, unit: undefined }, ...further],
    }),
    titles: ["Criar Novo Produto", "Editar Produto"],
    submitLabels: ["Criar Produto", "Atualizar Produto"],
  };
}

/** Reads the product that the shop would show for the typed values. */
export function readTypedProduct(form: ProductForm): Packed {
  const { unit, price, sale_options } = form;
  const counts = Object.entries(form.packageInfo).map(([name, text]) => [
    name,
    Math.trunc(parseTypedNumber(text)) || undefined,
  ]);
  return {
    title: form.title,
    category: form.category || null,
    entered: { packageInfo: Object.fromEntries(counts) },
    sale_options: sale_options.map((option, index) =>
      readOption(index === 0 ? { ...option, unit, price, contains: "1" } : option),
    ),
  };
}

function readOption({ unit, active, tiers, ...typed }: OptionForm): SaleOption {
  const count = (value: string | number) => parseTypedNumber(value) || 1;
  const amount = (value: string | number) => parseTypedAmount(value) || 0;
  const label = typed.label.trim();
  return {
    unit,
    active,
    ...(label && { label }),
    price: amount(typed.price),
    contains: Math.max(Math.trunc(count(typed.contains)), 1),
    minimum: count(typed.minimum),
    step: count(typed.step),
    tiers: tiers.map(({ from, price }) => ({ from: count(from), price: amount(price) })),
  };
}

/** An empty text for each part without a value. */
function formOfFiscal({ ncm = "", cfop = "", cest = "", unit = "" }: Fiscal) {
  return { ncm, cfop, cest, unit };
}
