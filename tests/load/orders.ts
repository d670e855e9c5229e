import { randomUUID } from "node:crypto";
import { customer } from "#app/domain/orders/samples.ts";

type Product = { id: string; price: number; stock: number; specs: { unit: string } };

export type OrderRequest = { headers: Record<string, string>; body: string };

/** Creates a function that returns valid order requests for the shop at `url`, each with a new idempotency key. */
export async function createOrderSource(
  url: string,
): Promise<() => OrderRequest & { headers: { "idempotency-key": string } }> {
  const answer = await fetch(`${url}/api/products`);
  const { items } = (await answer.json()) as { items: Product[] };
  const goods = items.filter((product) => product.stock > 0);
  let sent = 0;
  return function nextOrder() {
    sent += 1;
    const lines = [0, 1, 2].map((step) => goods[(sent * 3 + step) % goods.length]);
    return {
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({
        customer,
        items: lines.flatMap((product, index) =>
          product
            ? [
                {
                  product_id: product.id,
                  unit: product.specs.unit,
                  quantity: 5 + index,
                  price: product.price,
                },
              ]
            : [],
        ),
      }),
    };
  };
}
