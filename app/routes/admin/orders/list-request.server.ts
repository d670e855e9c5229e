import { type OrderListRequest, orderListSchema } from "#app/domain/orders/order.ts";

const pageSize = 50;

/** The part of the list that a page's address asks for; what makes no sense there asks for nothing. */
export function listRequestOf(params: URLSearchParams): OrderListRequest {
  const { search, status, cursor } = orderListSchema.shape;
  const given = (name: string) => params.get(name) ?? undefined;
  return {
    search: search.catch(undefined).parse(given("q")),
    status: status.catch(undefined).parse(given("status")),
    cursor: cursor.catch(undefined).parse(given("cursor")),
    limit: pageSize,
  };
}
