import type { Order } from "#app/domain/orders/schema.ts";
import { totalLabel } from "#app/domain/orders/texts.ts";
import type { PaymentState } from "#app/domain/payments/rules.ts";
import { formatCnpj } from "#app/shared/documents.ts";
import { sumCents, toCents } from "#app/shared/money.ts";
import { type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import { nationalDigits } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import { StatusBadge } from "../badges.tsx";

/** '#9f0c11d2': the last 8 characters of the id. */
export function formatOrderId(id: string): string {
  return `#${id.slice(-8)}`;
}

/** '(11) 98765-4321'; digits of another length are not changed. */
export function formatPhone(phone: string): string {
  return nationalDigits(phone).replace(/^(\d{2})(\d{4,5})(\d{4})$/, "($1) $2-$3");
}

/** '529.982.247-25', '12.ABC.345/01DE-35'; other lengths are not changed. */
export function formatDocument(document: string): string {
  const characters = document.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (characters.length === 14) return formatCnpj(characters);
  return /^\d{11}$/.test(characters)
    ? characters.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
    : document;
}

/** '01310-100' */
export function formatPostalCode(digits: string): string {
  return digits.replace(/^(\d{5})(\d{3})$/, "$1-$2");
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { label, tone, icon } = statusTable[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {label}
    </StatusBadge>
  );
}

const paymentBadges = {
  partial: { tone: "warning", label: "Pago em parte" },
  paid: { tone: "success", label: "Pago" },
  overpaid: { tone: "warning", label: "Pago a mais" },
} as const;

type PaymentBadgeProps = { state: PaymentState; isShort?: boolean };

/** Nothing for an order without payments. `isShort`: in narrow lists only the icon. */
export function PaymentBadge({ state, isShort = false }: PaymentBadgeProps) {
  if (state === "open") return null;
  const { tone, label } = paymentBadges[state];
  return (
    <StatusBadge tone={tone} icon="icon-[lucide--banknote]">
      <span className={isShort ? "@max-[44rem]/table-frame:sr-only" : undefined}>{label}</span>
    </StatusBadge>
  );
}

export function printPath(id: string): string {
  return `/admin/orders/${id}/print`;
}

/** A link to the print view. */
export function OrderPrintLink({ id }: { id: string }) {
  const label = `Imprimir pedido #${id.slice(-8)}`;
  return (
    <ButtonLink variant="outline" to={printPath(id)} aria-label={label} title={label}>
      <span className="icon-[lucide--printer] size-5" aria-hidden />
      Imprimir
    </ButtonLink>
  );
}

/** `before` is another total that an unsaved edit replaces. */
type Amounts = Pick<Order, "itens" | "delivery_fee" | "discount" | "valor_total"> & {
  before?: number | undefined;
};

export function OrderTotals({ itens, delivery_fee, discount, valor_total, before }: Amounts) {
  const items = sumCents(itens.map(({ total }) => toCents(total)));
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-1">
      <dt className="text-muted">Itens</dt>
      <dd className="text-end">
        <Price cents={items} />
      </dd>
      <dt className="text-muted">Taxa de entrega</dt>
      <dd className="text-end">
        {delivery_fee === 0 ? "Grátis" : <Price amount={delivery_fee} />}
      </dd>
      {discount > 0 && (
        <>
          <dt className="text-muted">Desconto</dt>
          <dd className="text-end">
            <Price amount={-discount} />
          </dd>
        </>
      )}
      <dt className="text-lg font-bold">{totalLabel(itens)}</dt>
      <dd className="text-end text-lg font-bold">
        {before !== undefined && (
          <>
            <del className="font-normal text-muted">
              <Price amount={before} />
            </del>{" "}
            <span aria-hidden>→</span>{" "}
          </>
        )}
        <Price amount={valor_total} />
      </dd>
    </dl>
  );
}
