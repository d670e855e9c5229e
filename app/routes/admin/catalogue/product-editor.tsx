import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useMemo } from "react";
import { type Control, useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { Cost } from "#app/domain/catalogue/costs.ts";
import type { ProductForm } from "#app/domain/catalogue/product-form.ts";
import { quoteOption } from "#app/domain/catalogue/quote.ts";
import { mainOption } from "#app/domain/catalogue/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { RowEditor, TitleFields } from "#app/routes/admin/kit/editing/row-editor.tsx";
import type { CloseEditor } from "#app/routes/admin/kit/editing/row-list.tsx";
import { MoneyField, SwitchField, selectOnFocus } from "#app/routes/admin/kit/fields.tsx";
import { PicturesField } from "#app/routes/admin/media/picture-field.tsx";
import { productLabels } from "#app/shared/labels.ts";
import { maxGroupLength } from "#app/shared/limits.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import type { ProductText } from "#app/shared/product-fields.ts";
import { saleUnits } from "#app/shared/units.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { FiscalFields } from "./fiscal-fields.tsx";
import { FoodFields } from "./food-fields.tsx";
import { TypedMargin } from "./margin.tsx";
import {
  emptyProduct,
  type Form,
  formOfProduct,
  type ProductBody,
  productEditing,
  productSchemaOf,
  readTypedProduct,
} from "./product-form.ts";
import { SaleOptionsFields } from "./sale-options-fields.tsx";

type ProductEditorProps = {
  open: boolean;
  /** Undefined for a new one. */
  product: Product | undefined;
  /** The row as the list has it now. */
  listed: Product | undefined;
  /** Its average cost, which only the administrator sees. */
  cost: Cost | undefined;
  categories: readonly Category[];
  /** The groups of each category, which are suggested. */
  groups: readonly ProductGroup[];
  /** The category of a new product: the one that the list shows. */
  initialCategory: string;
  /** False while the list has unsaved changes, which it guards. */
  guards: boolean;
  onClose: CloseEditor;
  onCreated: (product: Product) => void;
};

export function ProductEditor(props: ProductEditorProps) {
  const { open, product, listed, categories, groups, initialCategory } = props;
  const resolver = useMemo(() => zodResolver(productSchemaOf(product)), [product]);
  const form = useForm<ProductForm, unknown, ProductBody>({
    resolver,
    defaultValues: product ? formOfProduct(product) : newProduct(categories, initialCategory),
  });
  return (
    <RowEditor
      open={open}
      title={product ? "Editar Produto" : "Criar Novo Produto"}
      note={product?.title}
      submitLabel={product ? "Atualizar Produto" : "Criar Produto"}
      editing={productEditing}
      form={form}
      row={product}
      listed={listed}
      guards={props.guards}
      onClose={props.onClose}
      onCreated={props.onCreated}
      aside={<ProductPreview control={form.control} />}
    >
      {(onBusy) => (
        <ProductFields
          form={form}
          productId={product?.id}
          cost={props.cost}
          categories={categories}
          groups={groups}
          onBusy={onBusy}
        />
      )}
    </RowEditor>
  );
}

function newProduct(categories: readonly Category[], wanted: string): ProductForm {
  const category = categories.find(({ slug }) => slug === wanted)?.slug ?? "";
  return { ...emptyProduct, category };
}

type ProductGroup = { category: string | null; group: string };

type ProductFieldsProps = {
  form: Form;
  /** Undefined for a new one. */
  productId: string | undefined;
  cost: Cost | undefined;
  categories: readonly Category[];
  groups: readonly ProductGroup[];
  onBusy: (busy: boolean) => void;
};

/** Height of each text's input, in lines. */
const textRows: Record<ProductText, number> = { short_desc: 2, long_desc: 4, ingredients: 3 };
const textInputs = Object.entries(textRows) as [ProductText, number][];

function ProductFields(props: ProductFieldsProps) {
  const { form, productId, cost, categories, groups, onBusy } = props;
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <ProductPictures form={form} onBusy={onBusy} />
      <TitleFields
        form={form}
        isNew={productId === undefined}
        slugHint="O nome do produto no endereço da página."
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-5 sm:gap-5">
          <MoneyField
            label={productLabels.price}
            error={errors.price?.message}
            {...register("price")}
          />
          <TextField
            label={productLabels.stock}
            inputMode="decimal"
            {...selectOnFocus}
            error={errors.stock?.message}
            {...register("stock")}
          />
          <SelectField
            label={productLabels.category}
            className="max-sm:col-span-2"
            error={errors.category?.message}
            {...register("category")}
          >
            <option value="">Sem categoria</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={productLabels.unit}
            className="max-sm:col-span-2"
            error={errors.unit?.message}
            {...register("unit")}
          >
            {saleUnits.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </SelectField>
          <GroupField form={form} groups={groups} />
        </div>
        {cost !== undefined && <TypedMargin control={form.control} cost={cost} />}
        {productId && (
          <Link to={`/admin/stock/products/${productId}`} className="self-start underline">
            Reservado, lotes e histórico do estoque
          </Link>
        )}
        <UnreachableWarning form={form} />
        <SwitchField
          label={productLabels.visible}
          hint="Oculto, ele sai da loja e continua aqui."
          {...register("visible")}
        />
        {textInputs.map(([name, rows]) => (
          <TextAreaField
            key={name}
            label={productLabels[name]}
            rows={rows}
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
      </TitleFields>
      <TextField
        label={productLabels.external_id}
        optional
        hint="O código deste produto no seu sistema de gestão."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        error={errors.external_id?.message}
        {...register("external_id")}
      />
      <SaleOptionsFields form={form} />
      <FoodFields form={form} />
      <FiscalFields form={form} />
    </>
  );
}

/** Suggests the groups that the category has. */
function GroupField({ form, groups }: Pick<ProductFieldsProps, "form" | "groups">) {
  const listId = useId();
  const category = useWatch({ control: form.control, name: "category" });
  const suggested = groups.filter((one) => (one.category ?? "") === category);
  return (
    <>
      <TextField
        label={productLabels.group}
        optional
        hint="Filtro na página da categoria, como Sachês ou Caixas. Aparece a partir de dois grupos."
        className="sm:col-span-2"
        autoComplete="off"
        list={listId}
        maxLength={maxGroupLength}
        error={form.formState.errors.group?.message}
        {...form.register("group")}
      />
      <datalist id={listId}>
        {suggested.map(({ group }) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  );
}

/** A visible product without a category is on no page of the shop. */
function UnreachableWarning({ form }: { form: Form }) {
  const [category, visible] = useWatch({ control: form.control, name: ["category", "visible"] });
  return (
    <p role="status" className="font-medium text-warning-ink empty:hidden">
      {visible && !category && "Sem categoria, o produto não aparece em nenhuma página da loja."}
    </p>
  );
}

function ProductPictures({ form, onBusy }: Pick<ProductFieldsProps, "form" | "onBusy">) {
  const pictures = useWatch({ control: form.control, name: "images" });
  const setPictures = (list: string[]) => {
    form.clearErrors("images");
    form.setValue("images", list, { shouldDirty: true });
  };
  const error = form.formState.errors.images;
  return (
    <PicturesField
      label={productLabels.images}
      name="images"
      pictures={pictures}
      onChange={setPictures}
      onAdd={(picture) => setPictures([...new Set([...form.getValues("images"), picture])])}
      onBusy={onBusy}
      error={error?.message ?? error?.find?.((one) => one)?.message}
    />
  );
}

type ProductPreviewProps<Body> = {
  control: Control<ProductForm, unknown, Body>;
};

/** The form's product as a card of the shop, while it is typed. */
function ProductPreview<Body>({ control }: ProductPreviewProps<Body>) {
  const form = useWatch({ control }) as ProductForm;
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
        <p className="line-clamp-1 text-muted">{short_desc}</p>
        <Price amount={price} className="text-xl font-extrabold" />
        <p className="text-sm">{[unitText, each].filter(Boolean).join(" · ")}</p>
      </div>
      {!form.visible && <p className="mt-2 text-muted">Oculto: só o painel mostra este produto.</p>}
    </section>
  );
}
