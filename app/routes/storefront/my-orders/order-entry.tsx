import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { Price } from "#app/ui/price.tsx";
import { OrderAgain } from "./order-again.tsx";

type OrderEntryProps = Pick<ComponentProps<typeof OrderAgain>, "variant"> & {
  /** The level of the heading on its page. */
  level: 2 | 3 | 4;
  order: StoredOrder;
  /** A text beside the status, such as the day of the delivery. */
  detail?: string | undefined;
  onRemove?: () => void;
};

/** An order in a list: its page, and 'Pedir de novo'. */
export function OrderEntry({ level, order, variant, detail, onRemove }: OrderEntryProps) {
  const Heading = `h${level}` as const;
  const { ref, number, createdAt, status, total, lines } = order;
  const names = lines
    .map(({ quantity, name }) => `${formatQuantity(quantity)} × ${name}`)
    .join(", ");
  return (
    <li className="grid gap-x-8 gap-y-2 py-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div>
        <Heading className="text-xl">
          {status === "invalid" ? (
            `Pedido nº ${number}`
          ) : (
            <Link to={`/pedido/${ref}`} className="underline">
              Pedido nº {number}
            </Link>
          )}
        </Heading>
        <p>
          <span className="font-semibold">
            {status === "invalid" ? "O link não vale mais" : statusTable[status].label}
          </span>
          {` · ${new Date(createdAt).toLocaleDateString("pt-BR")}`}
          {detail && ` · ${detail}`}
        </p>
        <p className="line-clamp-2 text-muted">{names}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Price amount={total} className="mr-auto text-lg md:mr-4" />
        <OrderAgain lines={lines} variant={variant} />
        {onRemove && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remover o pedido nº ${number} deste aparelho`}
            onClick={onRemove}
          >
            <span className="icon-[lucide--trash-2] size-5" aria-hidden />
          </Button>
        )}
      </div>
    </li>
  );
}
