import { useId, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { Button } from "#app/ui/button.tsx";
import { isInArea } from "../my-orders/menu-item.tsx";
import {
  createStoredOrder,
  notifyOfDeniedStorage,
  storeOrder,
} from "../my-orders/stored-orders.ts";
import {
  type CheckoutDraft,
  type CheckoutFields,
  forgetCustomer,
  readCustomer,
  rememberCustomer,
} from "./checkout-form-state.ts";
import type { AcceptedOrder } from "./order-submission.ts";

export type Remembering = {
  isOn: boolean;
  /** True if data are stored already. */
  isStored: boolean;
  setOn: (isOn: boolean) => void;
  forget: () => void;
};

/** The visitor's choice to store customer data on this device: off until it is made. Links of orders are stored anyway. */
export function useRemembering(form: CheckoutFields) {
  const [isStored, setStored] = useState(() => readCustomer() !== undefined);
  const [isOn, setOn] = useState(isStored);
  const forget = () => {
    forgetCustomer();
    setStored(false);
    setOn(false);
    toast({ title: "Dados apagados deste aparelho" });
  };
  /** Stores the data before the form is emptied. */
  const saveAccepted = ({ items, placed }: AcceptedOrder) => {
    const { number, path, total } = placed ?? {};
    const order =
      number && path && total !== undefined
        ? createStoredOrder({ number, path, total, items })
        : undefined;
    if (isInArea()) return void saveInArea(order).catch(() => {});
    if (order) storeOrder(order);
    if (!isOn) return;
    // The note is for one order.
    const isSaved = rememberCustomer({ ...(form.getValues() as CheckoutDraft), note: "" });
    setStored(isSaved);
    if (!isSaved) notifyOfDeniedStorage();
  };
  return { remembering: { isOn, isStored, setOn, forget }, saveAccepted };
}

/** Loads the area, which has the order. On a device that was removed from the area meanwhile the order is nowhere else. */
async function saveInArea(order: StoredOrder | undefined): Promise<void> {
  const { loadArea } = await import("../area/area-store.ts");
  if (!(await loadArea()) && order) storeOrder(order);
}

export function RememberingChoice({ isOn, isStored, setOn, forget }: Remembering) {
  const id = useId();
  if (isInArea()) return <p className="text-muted">Este pedido aparece em Minha área.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          id={id}
          type="checkbox"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={(event) => (isStored ? forget() : setOn(event.currentTarget.checked))}
          className="size-5 accent-primary"
        />
        Lembrar meus dados neste aparelho
      </label>
      {isStored && (
        <Button variant="outline" onClick={forget}>
          Esquecer
        </Button>
      )}
      <p id={`${id}-hint`} className="basis-full text-muted">
        {isStored
          ? "Seus dados estão só neste aparelho, por 180 dias depois do último pedido."
          : "Nome, endereço e documento, para pedir de novo sem digitar. Ficam só neste aparelho, por 180 dias; não use em aparelho de outra pessoa."}
      </p>
    </div>
  );
}
