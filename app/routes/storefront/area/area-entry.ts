import { type Answer, noAnswer, sendRequest } from "#app/client/api-request.ts";
import type { CustomerArea, TakeOver } from "#app/domain/customer-area/schema.ts";
import { readLists, removeLists } from "../lists/stored-lists.ts";
import { readStoredOrders, removeStoredOrder } from "../my-orders/stored-orders.ts";
import { stopAdding } from "../purchase/adding-store.ts";
import { deleteDraft, forgetCustomer } from "../purchase/checkout-form-state.ts";
import { $area, forgetArea, loadArea } from "./area-store.ts";

/** Enters with the token of a link, and moves what the device stored to the area. */
export async function enterArea(token: string): Promise<Answer<CustomerArea>> {
  const entry = await sendRequest("POST", "/api/customer/session", { token });
  // A link that was used on this device finds the area open.
  const area = await loadArea().catch(() => undefined);
  if (!area) return entry.ok ? noAnswer : entry;
  if (entry.ok) await handOver();
  return { ok: true, data: $area.get() ?? area };
}

/** Moves the lists and orders of the device; orders of other customers stay on it. */
async function handOver(): Promise<void> {
  const orders = readStoredOrders();
  const lists = readLists().map(({ name, lines }) => ({
    name,
    lines: lines.map(({ product_id, unit, quantity }) => ({ product_id, unit, quantity })),
  }));
  const body: TakeOver = { lists, orders: orders.map(({ ref }) => ref) };
  const answer = await sendRequest<{ orders: string[] }>("POST", "/api/customer/taken-over", body);
  if (!answer.ok) return;
  removeLists();
  forgetCustomer();
  for (const { ref, number } of orders) {
    if (answer.data.orders.includes(ref)) removeStoredOrder(number);
  }
  if (lists.length > 0) await loadArea();
}

/** Leaves on this device. The price table ends with the area, so the pages have to be refetched. */
export async function leaveArea(): Promise<Answer<undefined>> {
  const answer = await sendRequest("DELETE", "/api/customer/session");
  if (answer.ok) {
    forgetArea();
    stopAdding();
    deleteDraft();
  }
  return answer;
}
