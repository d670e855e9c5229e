import { useEffect, useState } from "react";
import { findDayDoubt } from "#app/domain/delivery/rules.ts";
import type { Offer } from "#app/domain/delivery/schema.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { callApi } from "#app/routes/admin/session/call-api.ts";
import { TextField } from "#app/ui/field.tsx";
import type { OrderEditing } from "./order-edit.ts";

type DeliveryFieldsProps = { order: Order; editing: OrderEditing };

/** The day and shift of an order. One that the shop does not offer is only pointed out. */
export function DeliveryFields({ order, editing }: DeliveryFieldsProps) {
  const { draft, errors, change, edit } = editing;
  const { zipCode: cep, city, neighborhood } = order.cliente_info;
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    const query = new URLSearchParams({ cep, city, neighborhood });
    void callApi<Offer>("GET", `/api/delivery?${query}`).then((answer) => {
      if (answer.ok) setOffer(answer.data);
    });
  }, [cep, city, neighborhood]);
  const dates = order.delivery_kind === "retirada" ? offer?.pickup : offer?.zone && offer.dates;
  const isChanged =
    edit.delivery_date !== order.delivery_date || edit.delivery_shift !== order.delivery_shift;
  const doubt = isChanged && dates ? findDayDoubt(dates, edit) : undefined;
  return (
    <div className="mt-4 grid gap-x-3 gap-y-4 sm:grid-cols-2">
      <TextField
        label="Dia da entrega"
        type="date"
        name="delivery_date"
        optional
        value={draft.date}
        error={errors.delivery_date}
        onChange={(event) => change({ date: event.currentTarget.value, shift: "" })}
      />
      <TextField
        label="Turno"
        name="delivery_shift"
        optional
        autoComplete="off"
        list="turnos"
        value={draft.shift}
        error={errors.delivery_shift}
        onChange={(event) => change({ shift: event.currentTarget.value })}
      />
      <datalist id="turnos">
        {dates
          ?.find(({ date }) => date === draft.date)
          ?.shifts.map((shift) => (
            <option key={shift} value={shift} />
          ))}
      </datalist>
      <p role="status" className="col-span-full font-medium text-warning-ink empty:hidden">
        {doubt}
      </p>
    </div>
  );
}
