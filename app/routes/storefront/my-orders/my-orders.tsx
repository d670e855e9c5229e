import { useEffect, useState } from "react";
import { Link } from "react-router";
import { toast } from "#app/client/toast.ts";
import type { OrderView, StoredOrder } from "#app/domain/orders/links/schema.ts";
import { stopAdding } from "#app/routes/storefront/purchase/adding-store.ts";
import {
  forgetCustomer,
  readCustomer,
} from "#app/routes/storefront/purchase/checkout-form-state.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { areaPath } from "#app/shared/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { siteMeta } from "../frame/seo.ts";
import type { Route } from "./+types/my-orders";
import { OrderEntry } from "./order-entry.tsx";
import {
  readStoredOrders,
  removeStoredOrder,
  removeStoredOrders,
  toStoredOrder,
  updateStoredOrder,
} from "./stored-orders.ts";

export function meta({ matches }: Route.MetaArgs) {
  const tags = siteMeta(matches[0].loaderData, { title: "Meus pedidos", path: "/meus-pedidos" });
  return [...tags, { name: "robots", content: "noindex" }];
}

export default function MyOrdersPage() {
  const { orders, isCustomerStored, remove, forget } = useStoredOrders();
  return (
    <div className="shell min-h-[calc(100dvh-4rem)] py-5 pb-16 md:min-h-[70vh] md:py-12 md:pb-24">
      <h1 className="text-4xl">Meus pedidos</h1>
      <p className="mt-1 text-lg text-muted">Os pedidos que você guardou neste aparelho.</p>
      <p className="mt-2">
        <Link
          to={areaPath}
          className="inline-flex min-h-11 items-center text-primary-ink underline"
        >
          Compra sempre? Entre na sua área
        </Link>
      </p>
      {orders?.length === 0 && (
        <EmptyState icon="icon-[lucide--package]" title="Nenhum pedido guardado neste aparelho">
          <p className="text-muted">
            O que você pedir neste aparelho aparece aqui. Um pedido de outro aparelho se guarda na
            página dele.
          </p>
          <ButtonLink to="/produtos">Ver produtos</ButtonLink>
        </EmptyState>
      )}
      {orders && orders.length > 0 && (
        <ul
          aria-label="Pedidos guardados"
          className="mt-6 divide-y divide-line border-y border-line"
        >
          {orders.map((order, index) => (
            <OrderEntry
              key={order.number}
              level={2}
              order={order}
              variant={index > 0 ? "outline" : undefined}
              onRemove={() => remove(order)}
            />
          ))}
        </ul>
      )}
      {(isCustomerStored || (orders && orders.length > 0)) && (
        <p className="mt-8 flex flex-wrap items-center gap-4">
          <Button variant="outline" onClick={forget}>
            Esquecer
          </Button>
          <span className="text-muted">
            Apaga deste aparelho seus dados e os pedidos guardados.
          </span>
        </p>
      )}
    </div>
  );
}

function useStoredOrders() {
  /** Undefined on the server and in the first render. */
  const [orders, setOrders] = useState<readonly StoredOrder[]>();
  const [isCustomerStored, setCustomerStored] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const stored = readStoredOrders();
    setOrders(stored);
    setCustomerStored(readCustomer() !== undefined);
    void refreshStatuses(stored, () => setOrders(readStoredOrders()), controller.signal);
    return () => controller.abort();
  }, []);
  return {
    orders,
    isCustomerStored,
    remove({ number }: StoredOrder) {
      removeStoredOrder(number);
      setOrders(readStoredOrders());
    },
    forget() {
      removeStoredOrders();
      stopAdding();
      forgetCustomer();
      setOrders([]);
      setCustomerStored(false);
      toast({ title: "Dados apagados deste aparelho" });
    },
  };
}

/** Fetches what can still change, one order at a time. Without connection the stored status stays. */
async function refreshStatuses(
  orders: readonly StoredOrder[],
  onChanged: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const order of orders) {
    if (order.status === "invalid" || statusTable[order.status].isClosed) continue;
    const current = await fetchOrder(order, signal);
    if (signal.aborted) return;
    if (!current) continue;
    updateStoredOrder(current);
    onChanged();
  }
}

async function fetchOrder(
  order: StoredOrder,
  signal: AbortSignal,
): Promise<StoredOrder | undefined> {
  try {
    const response = await fetch(`/api/order-links/${order.ref}`, { signal });
    if (response.status === 404 || response.status === 410) return { ...order, status: "invalid" };
    if (!response.ok) return undefined;
    return toStoredOrder(order.ref, (await response.json()) as OrderView);
  } catch {
    return undefined;
  }
}
