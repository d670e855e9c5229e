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

/** The differences between an order and its series; for an order without a series, the buttons that repeat it once or each week. */
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
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink to={`/admin/customers/${notice.customer_id}`} variant="outline">
            Ver repetição
          </ButtonLink>
          <OrderAgain id={id} />
        </div>
      </section>
    );
  }
  const openCustomer = async () => {
    toast({ title: "Repetição criada" });
    if (customer_id) await navigate(`/admin/customers/${customer_id}`);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <OrderAgain id={id} />
      {status !== cancelledStatus && (
        <Allowed area="orders">
          <RepeatOrder
            path={`/api/orders/${id}/series`}
            send={callApi}
            label="Repetir toda semana"
            variant="outline"
            onCreated={() => void openCustomer()}
          />
        </Allowed>
      )}
    </div>
  );
}

/** A new order with the same customer and items, to be checked before it is saved. */
function OrderAgain({ id }: { id: string }) {
  return (
    <Allowed area="orders">
      <ButtonLink to={`/admin/orders/new?pedido=${id}`} variant="outline">
        <span className="icon-[lucide--rotate-ccw] size-5" aria-hidden />
        Pedir de novo
      </ButtonLink>
    </Allowed>
  );
}
