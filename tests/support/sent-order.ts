import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { PlacedOrder } from "#app/domain/orders/schema.ts";

/** Three of a product with a large stock. */
export type SentOrder = PlacedOrder & {
  line: { product_id: string; product_name: string; price: number };
};

/**
 * Sends an order under this name by the API, by default of the test's own shop and of a product that is not weighed; `also` finds
 * a product of which eight are ordered before. Orders with the same document are of one customer, who has the first one's name.
 */
export async function sendOrder(
  request: APIRequestContext,
  name: string,
  origin = "",
  also?: (product: Product) => boolean,
  document = "529.982.247-25",
  payment_method?: string,
): Promise<SentOrder> {
  const response = await request.get(`${origin}/api/products`);
  const { items }: { items: Product[] } = await response.json();
  const product = items.find(({ stock, price }) => stock > 100 && price > 20);
  if (!product) throw new Error("no product is in plenty");
  const { id, title, price } = product;
  const further = items.filter((one) => also?.(one)).slice(0, 1);
  const lines = [...further.map((one) => lineOf(one, 8)), lineOf(product, 3)];
  const customer = {
    name,
    email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
    phone: "11987654321",
    document,
    zipCode: "01310100",
    street: "Avenida Paulista",
    number: "1000",
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
    payment_method,
  };
  const answer = await request.post(`${origin}/api/orders`, {
    headers: { "Idempotency-Key": randomUUID() },
    data: { customer, items: lines },
  });
  expect(answer.status()).toBe(201);
  return { ...(await answer.json()), line: { product_id: id, product_name: title, price } };
}

/** An order's link in the list, whose text on phones has the number too: '#1a2b3c4d · nº 1009'. */
export function orderLink(page: Page, { id }: { id: string }): Locator {
  return page.getByRole("link", { name: new RegExp(`^#${id.slice(-8)}(\\s·|$)`) });
}

function lineOf({ id, specs, price }: Product, quantity: number) {
  return { product_id: id, unit: specs.unit, quantity, price };
}
