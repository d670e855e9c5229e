import { useState } from "react";
import { nameUnit } from "#app/domain/catalogue/options/quote.ts";
import { maxVolumes } from "#app/domain/day/roles.ts";
import { isToDo, pickKey } from "#app/domain/day/rules.ts";
import type { DayItem, DayOrder } from "#app/domain/day/schema.ts";
import {
  askDoubts,
  doubtOf,
  type LineDraft,
  listSentChanges,
  readLine,
  restoredQuantity,
  toLineDraft,
} from "#app/domain/orders/line-draft.ts";
import { canBeWeighed } from "#app/domain/orders/lines.ts";
import { ifMissingLabels } from "#app/domain/orders/texts.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { focusWrongField } from "#app/routes/admin/kit/fields/fields.tsx";
import { WeightField } from "#app/routes/admin/kit/fields/weight-field.tsx";
import { EmptyRows } from "#app/routes/admin/kit/states.tsx";
import { formatQuantity } from "#app/shared/units.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { CustomerChanges } from "./customer-changes.tsx";
import { type Day, useJustMoved } from "./use-day.ts";

/** 'Embalar': each customer with the lines to weigh, the volumes, and what is not sent. */
export function Packing({ day }: { day: Day }) {
  const orders = day.view.orders.filter(isToDo);
  const toPack = orders.filter((order) => !order.packed);
  const haveJustMoved = useJustMoved(toPack.map(({ id }) => id));
  if (orders.length === 0) {
    return <EmptyRows icon="icon-[lucide--package-open]" title="Nada a embalar neste dia" />;
  }
  const packed = orders.filter((order) => order.packed);
  return (
    <>
      <p role="status" className="mb-2 text-muted tabular-nums">
        {packed.length} de {orders.length} pedidos embalados
      </p>
      <ul className={classNames("flex flex-col gap-3", haveJustMoved && "pointer-events-none")}>
        {[...toPack, ...packed].map((order) => (
          <li key={order.id} className="rounded-md border border-line bg-background p-3 md:p-4">
            {order.packed ? (
              <Packed order={order} day={day} />
            ) : (
              <PackForm key={order.version} order={order} day={day} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function CustomerName({ order: { name, numero_pedido } }: { order: DayOrder }) {
  return (
    <h2 className="text-lg wrap-anywhere">
      {name} <span className="font-sans text-sm font-normal text-muted">nº {numero_pedido}</span>
    </h2>
  );
}

export function countVolumes(volumes: number): string {
  return volumes === 1 ? "1 volume" : `${volumes} volumes`;
}

function Packed({ order, day }: { order: DayOrder; day: Day }) {
  const { id, version, volumes } = order;
  const reopen = () =>
    day.act({
      kind: "pack",
      order: id,
      version,
      volumes,
      from_volumes: volumes,
      packed: false,
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="min-w-0">
        <CustomerName order={order} />
        <StatusBadge tone="success" icon="icon-[lucide--package-check]">
          {countVolumes(volumes)}
        </StatusBadge>
      </div>
      <Allowed area="day">
        <Button variant="ghost" aria-label={`Abrir de novo: ${order.name}`} onClick={reopen}>
          Abrir de novo
        </Button>
      </Allowed>
    </div>
  );
}

type PackedLine = LineDraft<DayItem>;

function PackForm({ order, day }: { order: DayOrder; day: Day }) {
  const { id, version } = order;
  const [lines, setLines] = useState(() => order.itens.map(toLineDraft));
  const [volumes, setVolumes] = useState(order.volumes);
  const change = (index: number, part: Partial<PackedLine>) =>
    setLines((now) => now.map((line, at) => (at === index ? { ...line, ...part } : line)));
  function pack() {
    const asked = askDoubts(lines);
    if (asked) return setLines(asked);
    const changed = listSentChanges(lines);
    day.act({
      kind: "pack",
      order: id,
      version,
      volumes,
      from_volumes: order.volumes,
      packed: true,
      ...(changed.length > 0 && { lines: changed }),
    });
  }
  return (
    <form
      aria-label={`Embalar ${order.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!focusWrongField(event.currentTarget)) pack();
      }}
    >
      <CustomerName order={order} />
      <CustomerChanges orders={[order]} />
      {order.note && <p className="whitespace-pre-line text-warning-ink">{order.note}</p>}
      {order.if_missing && (
        <p className="text-sm text-muted">Se faltar algo: {ifMissingLabels[order.if_missing]}</p>
      )}
      <ul className="my-2 divide-y divide-line border-y border-line">
        {lines.map((line, index) => (
          <PackLine
            key={pickKey(line.item)}
            line={line}
            isPicked={(order.picked[pickKey(line.item)] ?? 0) >= line.item.quantity}
            onChange={(part) => change(index, part)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Volumes value={volumes} onChange={setVolumes} />
        <Button type="submit" data-after-weights className="max-sm:grow">
          <span className="icon-[lucide--package-check] size-5" aria-hidden />
          Embalado
        </Button>
      </div>
    </form>
  );
}

type PackLineProps = {
  line: PackedLine;
  isPicked: boolean;
  onChange: (part: Partial<PackedLine>) => void;
};

function PackLine({ line, isPicked, onChange }: PackLineProps) {
  const { item } = line;
  const { product_name: name, quantity } = item;
  const isSent = readLine(line).quantity > 0;
  return (
    <li
      data-line
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5"
    >
      <p className="flex gap-3 leading-snug wrap-anywhere">
        <strong className="min-w-8 text-end tabular-nums">{formatQuantity(quantity)}</strong>
        <span>
          <span className={isSent ? undefined : "text-muted line-through"}>{name}</span>
          <span className="block text-sm text-muted">
            {nameUnit(item)}
            {!isSent && " · não enviado"}
            {isSent && !isPicked && <span className="text-warning-ink"> · não separado</span>}
          </span>
        </span>
      </p>
      <Button
        variant="ghost"
        size="compact"
        onClick={() => onChange({ quantity: isSent ? "0" : restoredQuantity(item) })}
        aria-label={`${isSent ? "Não enviar" : "Enviar"} ${name}`}
      >
        {isSent ? "Não enviar" : "Enviar"}
      </Button>
      {isSent && canBeWeighed(item) && (
        <WeightField
          name={name}
          draft={line}
          doubt={doubtOf(line)}
          placeholder={`pedido ${formatQuantity(quantity)}`}
          className="col-span-full mb-2 ml-11 sm:max-w-60"
          onChange={onChange}
        />
      )}
    </li>
  );
}

type VolumesProps = { value: number; onChange: (volumes: number) => void };

function Volumes({ value, onChange }: VolumesProps) {
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">Volumes</legend>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Menos um volume"
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <span className="icon-[lucide--minus] size-5" aria-hidden />
      </Button>
      <output className="min-w-20 text-center tabular-nums">{countVolumes(value)}</output>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Mais um volume"
        disabled={value >= maxVolumes}
        onClick={() => onChange(value + 1)}
      >
        <span className="icon-[lucide--plus] size-5" aria-hidden />
      </Button>
    </fieldset>
  );
}
