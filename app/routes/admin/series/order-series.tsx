import { useNavigate } from "react-router";
import { toast } from "#app/client/toast.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import type { SeriesNotice } from "#app/domain/series/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { cancelledStatus } from "#app/shared/order-status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { RepeatOrder } from "#app/ui/series/repeat-order.tsx";

type OrderSeriesProps = { order: Order; notice: SeriesNotice | undefined };

/** The differences between an order and its series; for an order without a series, the button that repeats it. */
export function OrderSeries({ order, notice }: OrderSeriesProps) {
  const navigate = useNavigate();
  const { id, customer_id, status } = order;
  if (notice) {
    return (
      <section aria-labelledby="repeticao" className="rounded-md bg-sunken p-4">
        <h3 id="repeticao" className="text-lg">
          Pedido que se repete
        </h3>
        {notice.exceptions.length === 0 && <p>Feito como a repetição.</p>}
        <ul>
          {notice.exceptions.map((text) => (
            <li key={text} className="wrap-anywhere text-warning-ink">
              {text}
            </li>
          ))}
        </ul>
        <ButtonLink
          to={`/admin/customers/${notice.customer_id}`}
          variant="outline"
          className="mt-2"
        >
          Ver repetição
        </ButtonLink>
      </section>
    );
  }
  if (status === cancelledStatus) return null;
  const openCustomer = async () => {
    toast({ title: "Repetição criada" });
    if (customer_id) await navigate(`/admin/customers/${customer_id}`);
  };
  return (
    <Allowed area="orders">
      <RepeatOrder
        path={`/api/orders/${id}/series`}
        send={callApi}
        variant="outline"
        onCreated={() => void openCustomer()}
      />
    </Allowed>
  );
}
