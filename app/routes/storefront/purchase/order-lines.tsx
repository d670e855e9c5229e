import { type CartItems, itemTotal } from "#app/domain/cart/rules.ts";
import { Price } from "#app/ui/price.tsx";

/** The lines of an order in short: how many of what, for how much. */
export function OrderLines({ items }: { items: CartItems }) {
  return (
    <ul className="flex flex-col gap-2">
      {items.map((item) => (
        <li
          key={`${item.product.id} ${item.selectedOption}`}
          className="flex items-baseline justify-between gap-4"
        >
          <span className="min-w-0">
            {item.quantity} × {item.product.name}
            <span className="block text-muted">
              <Price amount={item.product.price} /> por {item.selectedOption}
            </span>
          </span>
          <Price cents={itemTotal(item)} />
        </li>
      ))}
    </ul>
  );
}
