import { data, Form } from "react-router";
import { shopContext } from "#app/context.ts";
import { formatNetWeight, listDeclarations } from "#app/domain/catalogue/food/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { describeLot } from "#app/domain/stock/rules.ts";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { PrintButton } from "#app/routes/admin/kit/print-button.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { Route } from "./+types/product-labels";
import "../orders/order-print.css";
import "./product-labels.css";

const sizes = { "100x50": "100 × 50 mm", "60x40": "60 × 40 mm" } as const;
const labelSizes = Object.keys(sizes) as (keyof typeof sizes)[];
const maxLabels = 500;

const querySchema = z.object({
  size: z.enum(labelSizes).catch("100x50"),
  lot: z.guid().optional().catch(undefined),
  count: z.coerce.number().int().min(1).max(maxLabels).catch(1),
});

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = z.guid().safeParse(params.id).data?.toLowerCase();
  const shop = context.get(shopContext);
  const product = id && (await shop.catalogue.findProduct(id));
  if (!product) throw data(null, { status: 404 });
  const query = querySchema.parse(Object.fromEntries(url.searchParams));
  const { items: lots } = await shop.stock.listLots({ product: product.id, limit: 200 });
  const ean = product.sale_options[0]?.ean;
  return { product, lots, ...query, barcode: (ean && shop.catalogue.createBarcode(ean)) || null };
}

/** Labels of a product and one of its lots, in one of two sizes. */
export default function ProductLabels({ loaderData }: Route.ComponentProps) {
  const { product, lots, size, lot: lotId, count } = loaderData;
  const lot = lots.find(({ id }) => id === lotId) ?? lots[0];
  return (
    <>
      <div className="print:hidden">
        <PageHeader title={`Etiquetas: ${product.title}`} description={sizes[size]}>
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="outline" to={`/admin/stock/products/${product.id}`}>
              Voltar ao estoque
            </ButtonLink>
            <PrintButton />
          </div>
        </PageHeader>
        <Form className="mb-6 grid items-end gap-3 sm:flex" preventScrollReset>
          <ChoiceField
            label="Tamanho"
            name="size"
            defaultValue={size}
            choices={Object.entries(sizes)}
          />
          <ChoiceField
            label="Lote"
            name="lot"
            defaultValue={lot?.id}
            choices={
              lots.length > 0
                ? lots.map((option) => [option.id, describeLot(option)])
                : [["", "Sem lote"]]
            }
          />
          <TextField
            label="Quantas"
            name="count"
            type="number"
            min={1}
            max={maxLabels}
            defaultValue={String(count)}
          />
          <Button type="submit" variant="outline" className="min-h-12">
            Mostrar
          </Button>
        </Form>
        <p className="mb-4 text-muted">
          Na impressão, escolha o papel do rolo e margens nenhuma. O que falta vem de Produtos, em
          Rótulo, e do código de barras da unidade.
        </p>
      </div>
      {Array.from({ length: count }, (_, at) => at + 1).map((number) => (
        <Label key={number} {...loaderData} lot={lot} />
      ))}
    </>
  );
}

type LabelProps = Pick<Route.ComponentProps["loaderData"], "product" | "size" | "barcode"> & {
  lot: Route.ComponentProps["loaderData"]["lots"][number] | undefined;
};

function Label({ product, size, barcode, lot }: LabelProps) {
  const { food } = product;
  const siteName = useSiteName();
  const facts = [
    food.net_weight !== undefined && `Peso líquido ${formatNetWeight(food.net_weight)}`,
    lot?.code && `Lote ${lot.code}`,
    lot?.expires_on && `Val. ${formatDay(lot.expires_on)}`,
    food.conservation,
    food.registration,
  ].filter(Boolean);
  return (
    <article className="product-label" data-size={size}>
      <strong className="line-clamp-2">{product.title}</strong>
      <p className="product-label-facts">
        {facts.map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </p>
      <p className="line-clamp-2 font-bold">{listDeclarations(food).join(" ")}</p>
      <div className="product-label-foot">
        <p>
          <b>{priceOf(product)}</b>
          <br />
          {pricePerKilo(product)}
          <small>{siteName}</small>
        </p>
        {barcode && (
          <svg
            role="img"
            aria-label={`Código de barras ${barcode.digits}`}
            viewBox={`-9 0 ${barcode.width + 18} 44`}
            preserveAspectRatio="none"
          >
            <g transform="scale(1 34)">
              <path d={barcode.path} />
            </g>
            <text x={barcode.width / 2} y="43" textAnchor="middle" fontSize="9">
              {barcode.digits}
            </text>
          </svg>
        )}
      </div>
    </article>
  );
}

function priceOf({ price, specs }: Product): string {
  return specs.unit === "kg" ? `${formatMoney(price)} / kg` : formatMoney(price);
}

/** Returns the price per kilo of a package whose weight is known. */
function pricePerKilo({ price, specs, food }: Product): string {
  if (specs.unit === "kg" || !food.net_weight) return "";
  return `${formatMoney(Math.round((price * 100_000) / food.net_weight) / 100)} / kg `;
}
