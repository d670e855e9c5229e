import { type ReactNode, useState } from "react";
import { perUnit } from "#app/domain/catalogue/options/quote.ts";
import { describeDelivery } from "#app/domain/delivery/texts.ts";
import { isSameLine } from "#app/domain/orders/lines.ts";
import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { ifMissingLabels, sentQuantity } from "#app/domain/orders/texts.ts";
import type { PixCharge } from "#app/domain/payments/pix/schema.ts";
import { describeTerms } from "#app/domain/payments/rules.ts";
import { useProducts } from "#app/routes/storefront/catalogue/use-products.ts";
import { sumCents, toCents } from "#app/shared/money.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { isUnweighed } from "#app/shared/weighing.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Price } from "#app/ui/price.tsx";
import { QrCode } from "#app/ui/qr-code.tsx";
import { DiscountRow, TotalRows } from "./amount-rows.tsx";

/** Items, amounts, delivery and payment. */
export function OrderContents({ order }: { order: OrderView }) {
  const { neighborhood, city, note, if_missing } = order.customer;
  const delivery = describeDelivery(order);
  const isPickup = order.delivery_kind === "retirada";
  const { products } = useProducts(order.itens.map(({ product_id }) => product_id));
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="itens">
        <h2 id="itens" className="text-2xl">
          O que você pediu
        </h2>
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {order.itens.map((item) => (
            <Line
              key={`${item.product_id} ${item.unit}`}
              item={item}
              order={order}
              picture={products?.find(({ id }) => id === item.product_id)?.images[0]}
            />
          ))}
        </ul>
        <Totals order={order} />
        {order.edit_reason && (
          <p className="mt-3 wrap-anywhere">
            <span className="font-semibold">Motivo da mudança:</span> {order.edit_reason}
          </p>
        )}
      </section>
      <dl className="grid gap-4 sm:grid-cols-2 md:grid-cols-1">
        <div>
          <dt className="font-semibold">{isPickup ? "Retirada" : "Entrega"}</dt>
          <dd className="text-muted">
            {delivery && <span className="block text-foreground">{delivery}</span>}
            {!isPickup && [neighborhood, city].filter(Boolean).join(", ")}
          </dd>
        </div>
        <PaymentTerms order={order} />
        {order.price_table && (
          <div>
            <dt className="font-semibold">Tabela de preços</dt>
            <dd className="text-muted wrap-anywhere">{order.price_table}</dd>
          </div>
        )}
        {if_missing && (
          <div>
            <dt className="font-semibold">Se faltar algo</dt>
            <dd className="text-muted">{ifMissingLabels[if_missing]}</dd>
          </div>
        )}
        {note && (
          <div>
            <dt className="font-semibold">Observação</dt>
            <dd className="whitespace-pre-line text-muted wrap-anywhere">{note}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** The customer's choice of payment, else the methods that the shop accepts. */
function PaymentTerms({ order }: { order: OrderView }) {
  const chosen = describeTerms(order);
  const accepted = order.payment_methods.join(", ");
  if (!chosen && !accepted) return null;
  return (
    <div>
      <dt className="font-semibold">{chosen ? "Pagamento" : "Formas de pagamento"}</dt>
      <dd className="text-muted">{chosen || accepted}</dd>
    </div>
  );
}

type Item = OrderView["itens"][number];

type LineProps = { item: Item; order: OrderView; picture: string | undefined };

/** A line, and after an edit also what was ordered, where that differs from what is sent. */
function Line({ item, order: { original, itens }, picture }: LineProps) {
  const ordered = original?.itens.find((one) => isSameLine(one, item));
  const swapped = item.swap_of && itens.find(({ product_id }) => product_id === item.swap_of);
  const isSent = item.quantity > 0;
  const changes = [
    isSent ? "" : "não enviado",
    original && !ordered ? "acrescentado" : "",
    ordered && isSent && sentQuantity(ordered) !== sentQuantity(item)
      ? `pedido: ${sentQuantity(ordered)}${ordered.unit === "kg" ? " kg" : ""}`
      : "",
    swapped ? `no lugar de ${swapped.product_name}` : "",
  ];
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-2.5">
      <Picture
        src={picture}
        alt=""
        width={56}
        height={56}
        sizes="56px"
        className="aspect-square w-14! shrink-0 rounded-sm"
      />
      <span className="min-w-0 grow basis-28 leading-snug wrap-anywhere">
        <span className={isSent ? undefined : "line-through"}>
          {sentQuantity(isSent || !ordered ? item : ordered)} × {item.product_name}
        </span>
        <span className="block text-muted">
          <Price amount={item.price} /> {perUnit(item)}
          {item.weight !== undefined && item.unit !== "kg" && `, ${formatQuantity(item.weight)} kg`}
          {isUnweighed(item) && ", preço final na pesagem"}
        </span>
        {changes.some(Boolean) && (
          <span className="block font-semibold">{changes.filter(Boolean).join(", ")}</span>
        )}
      </span>
      <Price amount={item.total} />
    </li>
  );
}

function Totals({ order }: { order: OrderView }) {
  const { itens, delivery_fee, discount, valor_total, original } = order;
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1">
      {(delivery_fee > 0 || discount > 0) && (
        <>
          <dt>Subtotal</dt>
          <dd className="text-end">
            <Price cents={items} />
          </dd>
        </>
      )}
      <DiscountRow discount={discount} />
      {delivery_fee > 0 && (
        <>
          <dt>Entrega</dt>
          <dd className="text-end">
            <Price amount={delivery_fee} />
          </dd>
        </>
      )}
      <TotalRows
        itens={itens}
        valor_total={valor_total}
        before={original && { label: "Total do pedido original", amount: original.valor_total }}
      />
    </dl>
  );
}

/** 'Pix Copia e Cola' of a confirmed order, and its QR code. */
export function PixPayment({ pix, id = "pix" }: { pix: PixCharge; id?: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line p-5">
      <h2 id={id} className="text-2xl">
        Pagar com PIX
      </h2>
      <div className="mt-3 flex flex-wrap items-start gap-x-8 gap-y-4">
        <dl className="flex min-w-0 grow flex-wrap gap-x-8 gap-y-3">
          <div>
            <dt className="text-muted">Valor</dt>
            <dd className="text-xl font-bold">
              <Price amount={pix.amount} />
            </dd>
          </div>
          <div>
            <dt className="text-muted">Recebedor</dt>
            <dd className="font-semibold wrap-anywhere">{pix.recipient}</dd>
          </div>
        </dl>
        {/* On a phone the bank's app is on the same device, so that the code comes last. */}
        <QrCode
          {...pix.qr_code}
          className={classNames(
            "size-52 rounded-md border border-line max-md:order-last",
            !isShown && "max-md:hidden",
          )}
        />
        <CopyCode code={pix.code}>
          <Button
            variant="outline"
            className="w-full md:hidden"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            <span className="icon-[lucide--qr-code] size-5" aria-hidden />
            Pagar em outro aparelho
          </Button>
        </CopyCode>
      </div>
      <label htmlFor={`${id}-code`} className="mt-4 block font-semibold">
        Pix Copia e Cola
      </label>
      <textarea
        id={`${id}-code`}
        readOnly
        rows={3}
        value={pix.code}
        onFocus={(event) => event.currentTarget.select()}
        className="field-sizing-content mt-1 min-h-24 w-full rounded-md border border-field bg-sunken p-3 wrap-anywhere"
      />
    </section>
  );
}

/** The notice of a paid amount in BRL. */
export function PaidNotice({ amount }: { amount: number }) {
  return (
    <section role="status" className="flex items-center gap-4 rounded-lg border border-line p-5">
      <span className="icon-[lucide--circle-check] size-10 shrink-0 text-tint-ink" aria-hidden />
      <div>
        <h2 className="text-2xl">Pago</h2>
        <p className="text-muted">
          Recebemos <Price amount={amount} />. Obrigado!
        </p>
      </div>
    </section>
  );
}

function CopyCode({ code, children }: { code: string; children: ReactNode }) {
  const [result, setResult] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setResult("Código copiado. Cole no aplicativo do seu banco.");
    } catch {
      setResult("Não foi possível copiar. Selecione o código e copie.");
    }
  }
  return (
    <div className="flex basis-full flex-col items-start gap-3">
      <Button className="max-sm:w-full" onClick={() => void copy()}>
        <span className="icon-[lucide--copy] size-5" aria-hidden />
        Copiar código
      </Button>
      <p role="status" className="text-muted empty:hidden">
        {result}
      </p>
      {children}
    </div>
  );
}
