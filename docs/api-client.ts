import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** A client of the shop's API for an ERP, to copy and change. It needs Node 20 or newer and no packages. */

export type ProductItem = { external_id: string } & Record<string, unknown>;
export type BatchResult = { index: number; status: string; problem?: { title: string } };
export type Order = { id: string; numero_pedido: number; status: string; version: number };
export type WebhookEvent = { type: string; timestamp: string; data: Record<string, unknown> };

const maxAttempts = 8;
const maxBatchItems = 500;

export function createClient(shopUrl: string, token: string) {
  /** Repeats a request that the shop could not answer now. A POST needs an idempotency key for that. */
  async function request(method: string, path: string, data?: object, key?: string) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    if (key) Object.assign(headers, { "Idempotency-Key": key });
    const body = data && JSON.stringify(data);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(shopUrl + path, { method, headers, body }).catch(() => null);
      if (response?.ok) return response.json();
      const isTemporary = !response || [429, 502, 503, 504].includes(response.status);
      if (!isTemporary || attempt === maxAttempts) throw new Error(await response?.text());
      await delay(Number(response?.headers.get("Retry-After") ?? 2 ** attempt / 10) * 1000);
    }
  }
  return {
    /** Creates and changes products by their external id; the results are in the order of the items. */
    async saveProducts(products: ProductItem[]): Promise<BatchResult[]> {
      const results: BatchResult[] = [];
      for (let start = 0; start < products.length; start += maxBatchItems) {
        const batch = { items: products.slice(start, start + maxBatchItems) };
        results.push(...(await request("POST", "/api/products/batch", batch, randomUUID())).items);
      }
      return results;
    },
    /** A page of orders changed since the cursor, which begins as "start". Store the new cursor with the orders. */
    readOrders: (cursor: string): Promise<{ items: Order[]; next_cursor: string }> =>
      request("GET", `/api/orders?limit=100&after=${encodeURIComponent(cursor)}`),
    confirmOrder: ({ id, version }: Order): Promise<Order> =>
      request("PATCH", `/api/orders/${id}`, { status: "confirmado", version }),
  };
}

type Headers = Record<string, string | string[] | undefined>;

/** The event of a delivery; undefined when its signature is wrong or older than five minutes. */
export function readWebhook(secret: string, headers: Headers, body: string) {
  const timestamp = String(headers["webhook-timestamp"]);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return undefined;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${headers["webhook-id"]}.${timestamp}.${body}`);
  const expected = Buffer.from(`v1,${signed.digest("base64")}`);
  // Two while a changed secret replaces the previous one.
  const signatures = String(headers["webhook-signature"])
    .split(" ")
    .map((one) => Buffer.from(one));
  const isSigned = signatures.some(
    (given) => given.length === expected.length && timingSafeEqual(given, expected),
  );
  return isSigned ? (JSON.parse(body) as WebhookEvent) : undefined;
}
