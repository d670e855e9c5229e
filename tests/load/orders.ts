import { randomUUID } from "node:crypto";
import { priceOption } from "#app/domain/catalogue/options/quote.ts";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import {
  defaultTerms,
  isOptionAvailable,
  mainOption,
  roundUpQuantity,
} from "#app/domain/catalogue/options/sale-options.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { customer } from "#tests/support/sample-orders.ts";

type Product = {
  id: string;
  stock: number;
  price: number;
  specs: { unit: SaleUnit };
  /** Absent in the builds before sale options, which `npm run bench -- requests` compares with. */
  sale_options?: SaleOption[];
};

export type OrderRequest = { headers: Record<string, string>; body: string };

/** Creates a function that returns valid order requests for the shop at `url`, each with a new idempotency key. */
export async function createOrderSource(
  url: string,
): Promise<() => OrderRequest & { headers: { "idempotency-key": string } }> {
  const answer = await fetch(`${url}/api/products`);
  const { items } = (await answer.json()) as { items: Product[] };
  const goods = items.flatMap(({ id, stock, price, specs, sale_options = [] }) => {
    const main = sale_options[0] ?? mainOption(specs.unit, price, defaultTerms);
    return isOptionAvailable(stock, main) ? [{ id, main }] : [];
  });
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

/** Returns a function that stores an order at the shop at `url`; any answer but 201 is an error. */
export async function createBuyer(url: string): Promise<() => Promise<void>> {
  const nextOrder = await createOrderSource(url);
  return async () => {
    const response = await fetch(`${url}/api/orders`, { method: "POST", ...nextOrder() });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`no order: ${response.status} ${text}`);
  };
}

function toLine({ id, main }: { id: string; main: SaleOption }, wanted: number) {
  const quantity = roundUpQuantity(main, wanted);
  return { product_id: id, unit: main.unit, quantity, price: priceOption(main, quantity).price };
}
