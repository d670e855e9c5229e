import { randomUUID } from "node:crypto";
import { isOptionAvailable, priceAt, roundUpQuantity } from "#app/domain/catalogue/sale-options.ts";
import { customer } from "#app/domain/orders/samples.ts";
import type { SaleOption } from "#app/shared/units.ts";

type Product = { id: string; stock: number; sale_options: SaleOption[] };

export type OrderRequest = { headers: Record<string, string>; body: string };

/** Creates a function that returns valid order requests for the shop at `url`, each with a new idempotency key. */
export async function createOrderSource(
  url: string,
): Promise<() => OrderRequest & { headers: { "idempotency-key": string } }> {
  const answer = await fetch(`${url}/api/products`);
  const { items } = (await answer.json()) as { items: Product[] };
  const goods = items.flatMap(({ id, stock, sale_options: [main] = [] }) =>
    main && isOptionAvailable(stock, main) ? [{ id, main }] : [],
  );
  let sent = 0;
  return function nextOrder() {
    sent += 1;
    const lines = [0, 1, 2].map((step) => goods[(sent * 3 + step) % goods.length]);
    return {
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({
        customer,
        items: lines.flatMap((product, index) => (product ? [toLine(product, 5 + index)] : [])),
      }),
    };
  };
}

function toLine({ id, main }: { id: string; main: SaleOption }, wanted: number) {
  const quantity = roundUpQuantity(main, wanted);
  return { product_id: id, unit: main.unit, quantity, price: priceAt(main, quantity) };
}
