import type { OrderRequest } from "./orders.ts";
import { signIn } from "./seller.ts";

/** The pages that a customer opens by a link, by their name in the table; none of them is cached in the measured spelling. */
export type CustomerPages = Record<"area" | "order" | "statement", string>;

/** Stores an order at the shop at `url`, whose customer the pages are of. */
export async function createCustomerPages(
  url: string,
  order: OrderRequest,
): Promise<CustomerPages> {
  const { id, link } = await post(`${url}/api/orders`, order);
  const headers = { Cookie: await signIn(url) };
  const stored = await fetch(`${url}/api/orders/${id}`, { headers });
  const { customer_id } = (await stored.json()) as { customer_id: string };
  const { path } = await post(`${url}/api/customers/${customer_id}/statement-link/rotate`, {
    headers,
  });
  return { area: "/CLIENTE", order: new URL(String(link), url).pathname, statement: String(path) };
}

async function post(address: string, request: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(address, { method: "POST", ...request });
  if (!response.ok) throw new Error(`POST ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
