import { describeProblem } from "#app/client/api-request.ts";
import type {
  NewSeries,
  SeriesOffer,
  SeriesRequest,
  SeriesView,
} from "#app/domain/series/schema.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";

/** The requests by which the seller repeats an order. */
export function repeatClientOf(orderId: string) {
  const path = `/api/orders/${orderId}/series` as const;
  return {
    read: () => callApi<SeriesOffer>("GET", path),
    create: (series: NewSeries) => callApi<{ id: string; path: string }>("POST", path, series),
  };
}

/** Changes a series for its customer; returns why that was rejected, as a sentence. */
export async function actForCustomer(
  customerId: string,
  { id, version }: SeriesView,
  action: SeriesRequest,
): Promise<string | undefined> {
  const path = `/api/customers/${customerId}/series/${id}/actions` as const;
  const answer = await callApi("POST", path, { ...action, version });
  return answer.ok ? undefined : describeProblem(answer.problem);
}
