import { useState } from "react";
import { z } from "zod";
import { shopContext } from "#app/context.ts";
import type { Order } from "#app/domain/orders/order.ts";
import { orderStatuses, orderStatusLabels } from "#app/domain/orders/rules.ts";
import { SoundSwitch } from "#app/routes/admin/live/sound-switch.tsx";
import { useOpening } from "#app/routes/admin/live/use-opening.ts";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
} from "#app/routes/admin/ui/filter-bar.tsx";
import { useFilterParams } from "#app/routes/admin/ui/filter-params.ts";
import { PageHeader } from "#app/routes/admin/ui/page-header.tsx";
import { EmptyRows } from "#app/routes/admin/ui/states.tsx";
import { useDialogAddress } from "#app/ui/use-dialog-address.ts";
import type { Route } from "./+types/orders";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ExportLink } from "./export-link.tsx";
import { listRequestOf } from "./list-request.server.ts";
import { OrderDialog } from "./order-dialog.tsx";
import { OrderTable } from "./order-table.tsx";
import { Paging } from "./paging.tsx";
import { useCarefulClose } from "./use-careful-close.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const id = z.guid().safeParse(url.searchParams.get("pedido")).data;
  const [list, order] = await Promise.all([
    shop.listOrders(listRequestOf(url.searchParams)),
    id && shop.findOrder(id.toLowerCase()),
  ]);
  return { ...list, order: order || undefined };
}

const statusOptions = [
  { value: "", label: "Todos os status" },
  ...orderStatuses.map((status) => ({ value: status, label: orderStatusLabels[status] })),
];

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, total, total_is_minimum, order } = loaderData;
  const { value, addressOf, closeTo, close } = useDialogAddress("pedido", [
    "q",
    "status",
    "cursor",
  ]);
  useOpening(value === null ? undefined : order?.id);
  const closing = useCarefulClose(close);
  const [doomed, setDoomed] = useState<Order>();
  const [asking, setAsking] = useState(false);
  function askToDelete(chosen: Order) {
    setDoomed(chosen);
    setAsking(true);
  }
  return (
    <>
      <PageHeader title="Pedidos" description="Gerencie todos os pedidos da loja">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 max-sm:w-full sm:gap-x-6">
          <SoundSwitch />
          <ExportLink />
        </div>
      </PageHeader>
      <FilterBar>
        <SearchField label="Buscar por ID, cliente ou email..." />
        <FilterSelect label="Filtrar por status" name="status" options={statusOptions} />
        <CountBadge>
          {total_is_minimum && "mais de "}
          {total} pedido(s)
        </CountBadge>
      </FilterBar>
      {items.length > 0 ? (
        <OrderTable orders={items} addressOf={addressOf} onDelete={askToDelete} />
      ) : (
        <NoOrders />
      )}
      <Paging nextCursor={next_cursor} />
      <OrderDialog
        open={value !== null}
        order={order}
        closeTo={closeTo}
        onClose={closing.ask}
        onDelete={askToDelete}
        unsaved={closing.unsaved}
        onUnsaved={closing.setUnsaved}
      />
      <ConfirmDialog
        open={closing.asking}
        title="Sair sem salvar?"
        confirmLabel="Sair sem salvar"
        onConfirm={closing.leave}
        onClose={closing.stay}
      >
        O status que você escolheu ainda não foi salvo.
      </ConfirmDialog>
      <DeleteDialog
        order={doomed}
        open={asking}
        onClose={() => setAsking(false)}
        onDeleted={() => {
          setAsking(false);
          if (value !== null) closing.leave();
        }}
      />
    </>
  );
}

function NoOrders() {
  const { filter } = useFilterParams();
  const filtering = filter("q") !== "" || filter("status") !== "";
  return (
    <EmptyRows
      icon="icon-[lucide--clipboard-list]"
      title={filtering ? "Nenhum pedido encontrado" : "Nenhum pedido cadastrado"}
    >
      {filtering && <ClearFilters />}
    </EmptyRows>
  );
}
