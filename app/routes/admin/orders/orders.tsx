import { useState } from "react";
import { flushSync } from "react-dom";
import { shopContext } from "#app/context.ts";
import { type Order, type OrderListRequest, orderListSchema } from "#app/domain/orders/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { type Choice, withToggled } from "#app/routes/admin/kit/fields/fields.tsx";
import { DownloadLink } from "#app/routes/admin/kit/links.tsx";
import {
  ClearFilters,
  CountBadge,
  FilterBar,
  FilterSelect,
  SearchField,
  useFilterParams,
} from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { useMarkAsOpened } from "#app/routes/admin/kit/live/unopened-orders.tsx";
import { SoundSwitch } from "#app/routes/admin/kit/live/use-live-updates.tsx";
import { useConfirmation } from "#app/routes/admin/kit/orders/order-confirmation.tsx";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { actionTarget } from "#app/routes/admin/kit/shortcut-targets.ts";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { SeriesNotices } from "#app/routes/admin/series/series-notices.tsx";
import { addDays, localClock } from "#app/shared/days.ts";
import { newStatus, orderStatuses, statusTable } from "#app/shared/order-status.ts";
import { z } from "#app/shared/zod.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useDialogAddress } from "#app/ui/dialog-address.tsx";
import type { Route } from "./+types/orders";
import { DeleteOrderDialog } from "./delete-order-dialog.tsx";
import { OrderDialog } from "./order-dialog.tsx";
import { Paging } from "./order-paging.tsx";
import { readOrderRecord } from "./order-record.ts";
import { OrderTable } from "./order-table.tsx";

/** The address's parameters of a range of days, as YYYY-MM-DD. */
const dayParams = ["de", "ate"] as const;

type OrderDaysProps = { today: string };

/** Filters the orders by the day on which they were placed. */
function OrderDays({ today }: OrderDaysProps) {
  const { filter, setFilters } = useFilterParams();
  const [from, until] = dayParams.map(filter);
  const yesterday = addDays(today, -1);
  const ranges = [
    { label: "Hoje", de: today, ate: today },
    { label: "Ontem", de: yesterday, ate: yesterday },
    { label: "Semana", de: addDays(today, -6), ate: today },
  ];
  return (
    <fieldset className="flex min-w-0 items-center gap-2 md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]">
      <legend className="sr-only">Dia do pedido</legend>
      {ranges.map(({ label, ...range }) => {
        const isChosen = from === range.de && until === range.ate;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => setFilters(isChosen ? { de: "", ate: "" } : range)}
            className="min-h-11 shrink-0 rounded-full border border-field bg-background px-4 font-medium hover:bg-sunken aria-pressed:border-transparent aria-pressed:bg-tint aria-pressed:font-semibold aria-pressed:text-tint-ink md:min-h-9"
          >
            {label}
          </button>
        );
      })}
      <DayField label="De" name="de" value={from} max={until} />
      <DayField label="Até" name="ate" value={until} min={from} />
    </fieldset>
  );
}

type DayFieldProps = {
  label: string;
  name: (typeof dayParams)[number];
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
};

/** Uncontrolled, because a half-typed date has no value; a new value of the address replaces what was typed. */
function DayField({ label, name, value, min, max }: DayFieldProps) {
  const { setFilters } = useFilterParams();
  return (
    <label className="flex shrink-0 items-center gap-1.5 text-muted">
      <span className="min-w-6">{label}</span>
      <input
        key={value}
        type="date"
        defaultValue={value}
        min={min || undefined}
        max={max || undefined}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value !== value) setFilters({ [name]: currentTarget.value });
        }}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        className="min-h-11 rounded-md border border-field bg-background px-2 text-foreground md:min-h-9"
      />
    </label>
  );
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const id = z.guid().safeParse(url.searchParams.get("pedido")).data;
  const [list, order, notices] = await Promise.all([
    shop.orders.list(listRequestOf(url.searchParams)),
    id === undefined ? undefined : shop.orders.find(id.toLowerCase()),
    shop.series.listNotices(),
  ]);
  const listedAndOpen = order ? [...list.items, order] : list.items;
  return {
    ...list,
    record: order && (await readOrderRecord(shop, order, url.origin)),
    shortages: await shop.orders.listShortages(listedAndOpen.map((one) => one.id)),
    today: localClock(new Date()).date,
    notices,
    origin: url.origin,
  };
}

const statusChoices: Choice[] = [
  ["", "Todos os status"],
  ...orderStatuses.map((status): Choice => [status, statusTable[status].label]),
];

const paymentChoices: Choice[] = [
  ["", "Pagos ou não"],
  ["a-receber", "A receber"],
];

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, total, total_is_minimum, record, shortages } = loaderData;
  const { value, addressOf, closeTo, close } = useDialogAddress("pedido", [
    ...filterParams,
    "cursor",
  ]);
  useMarkAsOpened(value === null ? undefined : record?.order.id);
  const closing = useGuardedClose(close);
  const [orderToDelete, setOrderToDelete] = useState<Order>();
  const [confirmingDelete, setConfirmingDelete] = useState(false);
  const confirmation = useConfirmation();
  const [markedIds, setMarkedIds] = useState<readonly string[]>([]);
  const toConfirm = items.filter(
    ({ id, status }) => status === newStatus && markedIds.includes(id),
  );
  function confirmDelete(chosen: Order) {
    setOrderToDelete(chosen);
    setConfirmingDelete(true);
  }
  return (
    <div className={classNames(value !== null && "desk")}>
      <OrdersHeader isOrderOpen={value !== null} />
      <SeriesNotices notices={loaderData.notices} origin={loaderData.origin} />
      <FilterBar search={<SearchField label="Buscar por ID, cliente ou email..." />}>
        <FilterSelect label="Filtrar por status" name="status" choices={statusChoices} />
        <FilterSelect label="Filtrar por pagamento" name="pagamento" choices={paymentChoices} />
      </FilterBar>
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <OrderDays today={loaderData.today} />
        <CountBadge>
          {total_is_minimum && "mais de "}
          {total} pedido(s)
        </CountBadge>
        {toConfirm.length > 0 && (
          <ConfirmMarked
            orders={toConfirm}
            confirmation={confirmation}
            onConfirm={() => setMarkedIds([])}
          />
        )}
      </div>
      {items.length > 0 ? (
        <OrderTable
          orders={items}
          shortages={shortages}
          addressOf={addressOf}
          openId={value}
          onDelete={confirmDelete}
          markedIds={markedIds}
          onMark={(id) => setMarkedIds(withToggled(markedIds, id))}
          confirmation={confirmation}
        />
      ) : (
        <NoOrders />
      )}
      {confirmation.dialog}
      <Paging nextCursor={next_cursor} />
      <OrderDialog
        open={value !== null}
        record={record}
        shortages={shortages}
        closeTo={closeTo}
        onClose={closing.requestClose}
        onDelete={confirmDelete}
        unsaved={closing.unsaved}
        onUnsaved={closing.setUnsaved}
      />
      <ConfirmDialog
        open={closing.confirming}
        title="Sair sem salvar?"
        confirmLabel="Sair sem salvar"
        onConfirm={closing.leave}
        onClose={closing.cancel}
      >
        O que você mudou no pedido ainda não foi salvo.
      </ConfirmDialog>
      <DeleteOrderDialog
        order={orderToDelete}
        open={confirmingDelete}
        onClose={() => setConfirmingDelete(false)}
        onDeleted={() => {
          setConfirmingDelete(false);
          if (value !== null) closing.leave();
        }}
      />
    </div>
  );
}

/** The heading; beside an open order there is no room for the switch and the export. */
function OrdersHeader({ isOrderOpen }: { isOrderOpen: boolean }) {
  return (
    <PageHeader title="Pedidos" description="Gerencie todos os pedidos da loja">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-6">
        <div className={classNames("contents", isOrderOpen && "lg:hidden")}>
          <SoundSwitch />
          <ExportLink />
        </div>
        <Allowed area="orders">
          <ButtonLink ref={actionTarget} to="/admin/orders/new">
            Novo pedido
          </ButtonLink>
        </Allowed>
      </div>
    </PageHeader>
  );
}

type ConfirmMarkedProps = {
  orders: readonly Order[];
  confirmation: ReturnType<typeof useConfirmation>;
  onConfirm: () => void;
};

function ConfirmMarked({ orders, confirmation, onConfirm }: ConfirmMarkedProps) {
  return (
    <Button
      size="compact"
      className="ml-auto"
      pending={orders.some(({ id }) => confirmation.isPending(id))}
      onClick={() => {
        confirmation.confirm(orders);
        onConfirm();
      }}
    >
      {orders.length === 1 ? "Confirmar 1 marcado" : `Confirmar ${orders.length} marcados`}
    </Button>
  );
}

const filterParams = ["q", "status", "pagamento", ...dayParams];

function NoOrders() {
  const { filter } = useFilterParams();
  const filtering = filterParams.some((name) => filter(name) !== "");
  return (
    <EmptyRows
      icon="icon-[lucide--clipboard-list]"
      title={filtering ? "Nenhum pedido encontrado" : "Nenhum pedido cadastrado"}
    >
      {filtering && <ClearFilters />}
    </EmptyRows>
  );
}

const pageSize = 50;

/** The list request of the URL's parameters; invalid ones are ignored. */
function listRequestOf(params: URLSearchParams): OrderListRequest {
  const { search, status, payment, from, until, cursor } = orderListSchema.shape;
  const given = (name: string) => params.get(name) ?? undefined;
  return {
    search: search.catch(undefined).parse(given("q")),
    status: status.catch(undefined).parse(given("status")),
    payment: payment.catch(undefined).parse(given("pagamento") && "open"),
    from: from.catch(undefined).parse(given("de")),
    until: until.catch(undefined).parse(given("ate")),
    cursor: cursor.catch(undefined).parse(given("cursor")),
    limit: pageSize,
  };
}

/** Downloads the filtered orders as CSV. */
function ExportLink() {
  const { filter } = useFilterParams();
  const filters = {
    search: filter("q"),
    status: filter("status"),
    payment: filter("pagamento") && "open",
    from: filter("de"),
    until: filter("ate"),
  };
  const query = String(
    new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")),
  );
  return (
    <Allowed>
      <DownloadLink
        href={`/api/orders/export.csv${query && `?${query}`}`}
        title="Exportar CSV"
        isShort
      >
        Exportar CSV
      </DownloadLink>
    </Allowed>
  );
}

/** Closing the order's dialog with unsaved changes needs a confirmation. */
function useGuardedClose(close: () => void) {
  const [unsaved, setUnsaved] = useState(false);
  const [confirming, setConfirming] = useState(false);
  return {
    unsaved,
    setUnsaved,
    confirming,
    requestClose: () => (unsaved ? setConfirming(true) : close()),
    cancel: () => setConfirming(false),
    /** Closes without a confirmation. */
    leave() {
      // The guard of unsaved changes checks this state when the navigation starts.
      flushSync(() => {
        setUnsaved(false);
        setConfirming(false);
      });
      close();
    },
  };
}
