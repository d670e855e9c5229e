import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { isToDo, listPickRows, type PickRow } from "#app/domain/day/rules.ts";
import { nameLot } from "#app/domain/stock/rules.ts";
import { useAllowed } from "#app/routes/admin/kit/allowed.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { formatQuantity } from "#app/shared/units.ts";
import { classNames } from "#app/ui/class-names.ts";
import { CustomerChanges } from "./customer-changes.tsx";
import type { Day } from "./use-day.ts";

/** 'Separar': each product once, with its total and the customers who get it; a press marks it as picked. */
export function Picking({ day }: { day: Day }) {
  const rows = listPickRows(day.view.orders);
  if (rows.length === 0) {
    return <EmptyRows icon="icon-[lucide--package-check]" title="Nada a separar neste dia" />;
  }
  const needed = rows.filter((row) => row.needed > 0);
  return (
    <>
      <p role="status" className="mb-2 text-muted tabular-nums">
        {needed.filter(isPicked).length} de {needed.length} produtos separados
      </p>
      <CustomerChanges orders={day.view.orders.filter(isToDo)} />
      <ul className="divide-y divide-line rounded-md border border-line bg-background">
        {rows.map((row) => (
          <PickRowItem
            key={`${row.product_id || row.product_name} ${row.unit}`}
            row={row}
            day={day}
          />
        ))}
      </ul>
    </>
  );
}

/** The lots from which a product is picked; one that expires before the delivery is not proposed. */
export function LotLines({ lots, date }: Pick<PickRow, "lots"> & { date: string }) {
  return lots.map(({ quantity, ...lot }) =>
    lot.expires_on && lot.expires_on < date ? (
      <span key={lot.lot_id} className="block text-sm text-warning-ink">
        {formatQuantity(quantity)} de outro lote: {nameLot(lot)}, antes da entrega
      </span>
    ) : (
      <span key={lot.lot_id} className="block text-sm text-muted">
        {nameLot(lot)}: {formatQuantity(quantity)}
      </span>
    ),
  );
}

function isPicked({ needed, picked }: PickRow): boolean {
  return picked >= needed;
}

function PickRowItem({ row, day }: { row: PickRow; day: Day }) {
  const { product_name, product_id, unit, needed, picked, pending, customers, lots } = row;
  const isDone = isPicked(row) && needed > 0;
  const pick = (some: PickRow["customers"], isNow: boolean) =>
    day.act({
      kind: "pick",
      product_id,
      unit,
      lines: some.map((customer) => ({
        order: customer.order,
        from: customer.stored,
        to: isNow ? customer.needed : 0,
      })),
    });
  return (
    <li className={classNames("px-1 py-1", needed === 0 && "opacity-60")}>
      <div className="flex items-center gap-1">
        <PickButton
          label={`${product_name}, ${nameUnit(row)}: separado`}
          isDone={isDone}
          disabled={needed === 0}
          onPress={() => pick(customers, !isDone)}
        />
        <span className="min-w-0 grow wrap-anywhere">
          <span className={classNames("font-semibold", isDone && "text-muted line-through")}>
            {product_name}
          </span>
          {customers.length === 1 && (
            <span className="block text-sm text-muted">{customers[0]?.name}</span>
          )}
          <LotLines lots={lots} date={day.view.date} />
          {picked > 0 && !isDone && (
            <span className="block text-sm text-warning-ink">
              {formatQuantity(picked)} de {formatQuantity(needed)} separados
            </span>
          )}
          {pending > 0 && (
            <span className="block text-sm text-muted">
              mais {formatQuantity(pending)} em pedidos pendentes
            </span>
          )}
        </span>
        <span className="pr-3 text-end whitespace-nowrap tabular-nums">
          <strong className="text-lg">{formatQuantity(needed)}</strong>
          <span className="block text-sm text-muted">{nameUnit(row)}</span>
        </span>
      </div>
      {customers.length > 1 && (
        <details className="ml-12">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm text-muted">
            {customers.length} clientes
          </summary>
          <ul className="pb-2">
            {customers.map((customer) => (
              <li key={customer.order} className="flex items-center gap-1">
                <PickButton
                  label={`${product_name} de ${customer.name}: separado`}
                  isDone={customer.picked >= customer.needed}
                  onPress={() => pick([customer], customer.picked < customer.needed)}
                />
                <span className="min-w-0 grow wrap-anywhere">{customer.name}</span>
                <span className="pr-3 tabular-nums">{formatQuantity(customer.needed)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

type PickButtonProps = { label: string; isDone: boolean; disabled?: boolean; onPress: () => void };

function PickButton({ label, isDone, disabled, onPress }: PickButtonProps) {
  const canPick = useAllowed("day");
  return (
    <button
      type="button"
      aria-pressed={isDone}
      aria-label={label}
      disabled={disabled || !canPick}
      onClick={onPress}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
    >
      <span
        className={classNames(
          "size-6",
          isDone
            ? "icon-[lucide--circle-check] text-success-ink"
            : "icon-[lucide--circle] text-muted",
        )}
        aria-hidden
      />
    </button>
  );
}
