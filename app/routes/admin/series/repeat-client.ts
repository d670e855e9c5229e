import type { JsonAnswer } from "#app/client/send-json.ts";
import type {
  NewSeries,
  SeriesOffer,
  SeriesRequest,
  SeriesView,
} from "#app/domain/series/schema.ts";
import { type Answer, callApi, fieldErrors } from "#app/routes/admin/kit/session/call-api.ts";

function toJsonAnswer<Data>(answer: Answer<Data>): JsonAnswer<Data> {
  if (answer.ok) return answer;
  const [message = answer.problem.title] = Object.values(fieldErrors(answer.problem));
  return { ok: false, message };
}

/** The requests by which the seller repeats an order. */
export function repeatClientOf(orderId: string) {
  const path = `/api/orders/${orderId}/series` as const;
  return {
    read: async () => toJsonAnswer(await callApi<SeriesOffer>("GET", path)),
    create: async (series: NewSeries) =>
      toJsonAnswer(await callApi<{ id: string; path: string }>("POST", path, series)),
  };
}

/** Changes a series for its customer; returns why that was rejected, as a sentence. */
export async function actForCustomer(
  customerId: string,
  { id, version }: SeriesView,
  action: SeriesRequest,
): Promise<string | undefined> {
  const path = `/api/customers/${customerId}/series/${id}/actions` as const;
  const answer = toJsonAnswer(await callApi("POST", path, { ...action, version }));
  return answer.ok ? undefined : answer.message;
}
