import type { Product } from "#app/domain/catalogue/schema.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";

const maxProducts = 6;

/** The first products with this text in their title, hidden ones too; none when the request fails. */
export async function findProducts(text: string): Promise<Product[]> {
  const query = new URLSearchParams({ title: text.slice(0, 80), limit: String(maxProducts) });
  const answer = await callApi<{ items: Product[] }>("GET", `/api/products?all=1&brief=1&${query}`);
  return answer.ok ? answer.data.items : [];
}
