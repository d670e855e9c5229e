import { useMemo } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { Link } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { quoteOption } from "#app/domain/catalogue/options/quote.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { Cost } from "#app/domain/catalogue/prices/costs.ts";
import type { ProductForm } from "#app/domain/catalogue/product-form.ts";
import { cardTextLength } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FollowingSlug, RowEditor } from "#app/routes/admin/kit/editing/row-editor.tsx";
import type { EditorProps } from "#app/routes/admin/kit/editing/row-list.tsx";
import { selectOnFocus } from "#app/routes/admin/kit/fields/fields.tsx";
import { firstMessage } from "#app/routes/admin/kit/session/use-api-form.ts";
import { PicturesField } from "#app/routes/admin/media/picture-field.tsx";
import { productLabels } from "#app/shared/labels.ts";
import { maxGroupLength } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { saleUnits } from "#app/shared/units.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { TypedMargin } from "../list/margin.tsx";
import { FiscalFields } from "./fiscal-fields.tsx";
import { FoodFields } from "./food-fields.tsx";
import { productEditing, readTypedProduct } from "./product-form.ts";
import { SaleOptionsFields, useSaleOptions } from "./sale-options-fields.tsx";

type ProductGroup = { category: string | null; group: string };

type ProductEditorProps = EditorProps<Product> & {
  /** Its average cost, which only the administrator sees. */
  cost: Cost | undefined;
  categories: readonly Category[];
  /** The groups of each category, which are suggested. */
  groups: readonly ProductGroup[];
  /** The category of a new product: the one that the list shows. */
  initialCategory: string;
  /** False while the list has unsaved changes, which it guards. */
  guards: boolean;
  onCreated: (product: Product) => void;
};

export function ProductEditor(props: ProductEditorProps) {
  const { row: product, cost, categories, groups, initialCategory, ...editor } = props;
  const editing = useMemo(() => {
    const category = categories.find(({ slug }) => slug === initialCategory)?.slug ?? "";
    return productEditing(product, category);
  }, [product, categories, initialCategory]);
  return (
    <RowEditor
      {...editor}
      row={product}
      note={product?.title}
      editing={editing}
      aside={<ProductPreview />}
    >
      <ProductFields product={product} cost={cost} categories={categories} groups={groups} />
    </RowEditor>
  );
}

type ProductFieldsProps = Pick<ProductEditorProps, "cost" | "categories" | "groups"> & {
  product: Product | undefined;
};

function ProductFields({ product, cost, categories, groups }: ProductFieldsProps) {
  const saleOptions = useSaleOptions();
  return (
    <>
      {!product && <FollowingSlug title="title" />}
      <ProductPictures />
      <FormFields labels={productLabels} fields={[{ name: "title" }]} />
      <SaleFields categories={categories} groups={groups} onAddUnit={saleOptions.add} />
      {cost !== undefined && <TypedMargin cost={cost} />}
      {product && (
        <Link to={`/admin/stock/products/${product.id}`} className="self-start underline">
          Reservado, lotes e histórico do estoque
        </Link>
      )}
      <UnreachableWarning />
      <FormFields labels={productLabels} fields={[visibleField]} />
      <ShortDescription />
      <FormFields labels={productLabels} fields={textFields} />
      <SaleOptionsFields {...saleOptions} />
      <FoodFields />
      <FiscalFields />
    </>
  );
}

const visibleField: FormField<keyof ProductForm> = {
  name: "visible",
  kind: "switch",
  hint: "Oculto, ele sai da loja e continua aqui.",
};

/** Says how much of it a card shows. */
function ShortDescription() {
  const { length } = useWatch<ProductForm, "short_desc">({ name: "short_desc" });
  const hint = `Umas ${cardTextLength} letras aparecem inteiras no cartão de um celular. Agora: ${length}.`;
  const field = { name: "short_desc", kind: "text", rows: 2, hint } as const;
  return <FormFields labels={productLabels} fields={[field]} />;
}

const textFields: FormField<keyof ProductForm>[] = [
  { name: "long_desc", kind: "text" },
  { name: "ingredients", kind: "text", rows: 3 },
  {
    name: "slug",
    hint: "O nome do produto no endereço da página.",
    autoCapitalize: "none",
    spellCheck: false,
  },
  {
    name: "external_id",
    optional: true,
    hint: "O código deste produto no seu sistema de gestão.",
    autoCapitalize: "none",
    spellCheck: false,
    maxLength: 100,
  },
];

type SaleFieldsProps = Pick<ProductEditorProps, "categories" | "groups"> & {
  /** Absent for a product with as many options as it may have. */
  onAddUnit: (() => void) | undefined;
};

/** The fields of prices, stock, and the places where the shop shows the product. */
function SaleFields({ categories, groups, onAddUnit }: SaleFieldsProps) {
  const category = useWatch<ProductForm, "category">({ name: "category" });
  const suggested = groups.filter((one) => (one.category ?? "") === category);
  const fields: FormField<keyof ProductForm>[] = [
    { name: "price", kind: "money" },
    { name: "stock", inputMode: "decimal", ...selectOnFocus },
    {
      name: "category",
      kind: "select",
      className: "max-sm:col-span-2",
      choices: [
        ["", "Sem categoria"],
        ...categories.map(({ slug, name }) => [slug, name] as const),
      ],
    },
    { name: "unit", kind: "select", className: "max-sm:col-span-2", choices: saleUnits },
  ];
  const group: FormField<keyof ProductForm> = {
    name: "group",
    optional: true,
    hint: "Filtro na página da categoria, como Sachês ou Caixas. Aparece a partir de dois grupos.",
    suggestions: suggested.map((one) => one.group),
    maxLength: maxGroupLength,
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:gap-5">
        <FormFields labels={productLabels} fields={fields} />
      </div>
      {onAddUnit && (
        <Button variant="outline" onClick={onAddUnit} className="self-start">
          <span className="icon-[lucide--plus] size-5" aria-hidden />
          Outra unidade de venda
        </Button>
      )}
      <FormFields labels={productLabels} fields={[group]} />
    </>
  );
}

/** A visible product without a category is on no page of the shop. */
function UnreachableWarning() {
  const [category, visible] = useWatch<ProductForm, ["category", "visible"]>({
    name: ["category", "visible"],
  });
  return (
    <p role="status" className="font-medium text-warning-ink empty:hidden">
      {visible && !category && "Sem categoria, o produto não aparece em nenhuma página da loja."}
    </p>
  );
}

function ProductPictures() {
  const { clearErrors, getValues, setValue } = useFormContext<ProductForm>();
  const pictures = useWatch<ProductForm, "images">({ name: "images" });
  const { errors } = useFormState<ProductForm>();
  const setPictures = (list: string[]) => {
    clearErrors("images");
    setValue("images", list, { shouldDirty: true });
  };
  return (
    <PicturesField
      label={productLabels.images}
      name="images"
      pictures={pictures}
      onChange={setPictures}
      onAdd={(picture) => setPictures([...new Set([...getValues("images"), picture])])}
      error={firstMessage(errors.images)}
    />
  );
}

/** The form's product as a card of the shop, while it is typed. */
function ProductPreview() {
  const form = useWatch() as ProductForm;
  const { title, short_desc } = form;
  const isSoldOut = !(parseTypedNumber(form.stock) > 0);
  const product = readTypedProduct(form);
  const main = product.sale_options[0] ?? mainOption("unidade", 0);
  const { price, unitText, each } = quoteOption(product, main, 1);
  return (
    <section aria-labelledby="previa">
      <h3 id="previa" className="mb-2 font-sans text-base font-semibold">
        Como aparece na loja
      </h3>
      <div className="rounded-md border border-line p-3">
        <div className="relative overflow-hidden rounded-md bg-tint">
          <Picture
            src={form.images[0]}
            alt=""
            width={320}
            height={240}
            sizes="16rem"
            className={classNames("aspect-[4/3]", isSoldOut && "opacity-75 grayscale-[0.5]")}
          />
          {isSoldOut && (
            <Badge
              variant="dark"
              className="absolute inset-x-0 bottom-0 justify-center rounded-none"
            >
              Esgotado
            </Badge>
          )}
        </div>
        <p className="mt-2 line-clamp-2 font-semibold wrap-anywhere">{title || "Título"}</p>
        <p className="line-clamp-2 text-muted">{short_desc}</p>
        <Price amount={price} className="text-xl font-extrabold" />
        <p className="text-sm">{[unitText, each].filter(Boolean).join(" · ")}</p>
      </div>
      {!form.visible && <p className="mt-2 text-muted">Oculto: só o painel mostra este produto.</p>}
    </section>
  );
}
