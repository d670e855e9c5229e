import { type Control, useWatch } from "react-hook-form";
import type { ProductForm } from "#app/domain/catalogue/product-form.ts";
import { piecePriceText, saleUnitText } from "#app/domain/catalogue/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";

type ProductPreviewProps<Body> = {
  control: Control<ProductForm, unknown, Body>;
  packageInfo: Product["specs"]["packageInfo"];
};

/** The form's product as a card of the shop, while it is typed. */
export function ProductPreview<Body>({ control, packageInfo }: ProductPreviewProps<Body>) {
  const form = useWatch({ control }) as ProductForm;
  const price = parseTypedNumber(form.price) || 0;
  const { title, short_desc, category } = form;
  const isSoldOut = !(Number(form.stock) > 0);
  const unit = form.unit as SaleUnit;
  const packed = { title, category: category || null, specs: { unit, packageInfo } };
  const main = { unit, price, contains: 1 };
  const texts = [saleUnitText(packed, main), piecePriceText(packed, main)];
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
            <Badge look="dark" className="absolute inset-x-0 bottom-0 justify-center rounded-none">
              Esgotado
            </Badge>
          )}
        </div>
        <p className="mt-2 line-clamp-2 font-semibold wrap-anywhere">{title || "Título"}</p>
        <p className="line-clamp-1 text-muted">{short_desc}</p>
        <Price amount={price} className="text-xl font-extrabold" />
        <p className="text-sm">{texts.filter(Boolean).join(" · ")}</p>
      </div>
      {!form.visible && <p className="mt-2 text-muted">Oculto: só o painel mostra este produto.</p>}
    </section>
  );
}
