import { type SubmitEvent, useState } from "react";
import { type Answer, describeProblem } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { listOverlaps } from "#app/domain/delivery/rules.ts";
import type { DeliveryException, Offer, Zone } from "#app/domain/delivery/schema.ts";
import { describeCutoff, formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { MoveButtons } from "#app/routes/admin/company/list-editor.tsx";
import {
  type EditedKind,
  exceptionKind,
  undoChange,
  zoneKind,
} from "#app/routes/admin/kit/editing/row-kinds.ts";
import { moveItem, useEditedRow } from "#app/routes/admin/kit/editing/row-list.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { formatMoney } from "#app/shared/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";

/** Few visits of the screen need these. */
const zoneEditor = lateComponent(
  () => import("./zone-editor.tsx"),
  ({ ZoneEditor }) => ZoneEditor,
);
const exceptionEditor = lateComponent(
  () => import("./zone-editor.tsx"),
  ({ ExceptionEditor }) => ExceptionEditor,
);

export type DeliverySectionProps = { zones: Zone[]; exceptions: DeliveryException[] };

/** Zones, the days on which they do not deliver, and what an address would see. */
export function DeliverySection({ zones, exceptions }: DeliverySectionProps) {
  return (
    <>
      <Zones zones={zones} />
      <Exceptions exceptions={exceptions} />
      <Tester />
    </>
  );
}

/** Returns what deletes a row of the delivery; the notice offers to bring it back. */
function useRowRemoval(kind: EditedKind, done: string) {
  const refetch = useRefetch();
  const { act } = useAction();
  return (id: string) =>
    act("DELETE", `${kind.path}/${id}`, {
      done: () => ({
        title: done,
        undo: () => void undoChange(kind, { id, version: null }).then(refetch),
      }),
      failed: zoneKind.updateFailed,
    });
}

function Zones({ zones }: { zones: Zone[] }) {
  const { act } = useAction();
  const { edited, edit } = useEditedRow(zones);
  const ZoneEditor = useLateComponent(zoneEditor, edited !== undefined);
  const remove = useRowRemoval(zoneKind, "Zona excluída");
  const put = (order: Zone[], undo?: () => void) =>
    act("PUT", "/api/delivery/zones/order", {
      body: { ids: order.map(({ id }) => id) },
      done: () => ({ title: zoneKind.updated, undo }),
      failed: zoneKind.updateFailed,
    });
  const move = (from: number, to: number) => put(moveItem(zones, from, to), () => void put(zones));
  return (
    <FormSection
      title="Zonas de entrega"
      description="Cada uma tem taxa, mínimo, dias e turnos. De várias que contêm um endereço vale a primeira. Sem zonas valem os valores acima."
    >
      {zones.length > 0 && (
        <ol className="divide-y divide-line rounded-md border border-line">
          {zones.map((zone, index) => (
            <ZoneRow
              key={zone.id}
              zone={zone}
              index={index}
              count={zones.length}
              onMove={(to) => void move(index, to)}
              onEdit={() => edit(zone)}
              onRemove={() => void remove(zone.id)}
            />
          ))}
        </ol>
      )}
      <ZoneOverlaps zones={zones} />
      <Button variant="outline" className="self-start" onClick={() => edit()}>
        <span className="icon-[lucide--plus] size-5" aria-hidden />
        Nova zona
      </Button>
      {edited && ZoneEditor && <ZoneEditor key={edited.key} {...edited.props} />}
    </FormSection>
  );
}

type ZoneRowProps = {
  zone: Zone;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
};

function ZoneRow({ zone, index, count, onMove, onEdit, onRemove }: ZoneRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-1 p-2">
      <p className="min-w-0 grow basis-56 wrap-anywhere">
        <span className="font-semibold">{zone.name}</span>{" "}
        {!zone.active && <Badge variant="neutral">Desligada</Badge>}
        <span className="block text-sm text-muted">
          {formatMoney(zone.fee)} · {describeCutoff(zone)}
        </span>
      </p>
      <div className="flex items-center gap-x-1">
        <MoveButtons name={zone.name} index={index} count={count} onMove={onMove} />
        <Button variant="ghost" aria-label={`Editar ${zone.name}`} onClick={onEdit}>
          Editar
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Excluir ${zone.name}`}
          className="text-danger-ink"
          onClick={onRemove}
        >
          <span className="icon-[lucide--trash-2] size-5" aria-hidden />
        </Button>
      </div>
    </li>
  );
}

/** The places that several zones contain, of which only the first one counts. */
function ZoneOverlaps({ zones }: { zones: readonly Zone[] }) {
  const overlaps = listOverlaps(zones.filter(({ active }) => active));
  if (overlaps.length === 0) return null;
  return (
    <div className="rounded-md bg-sunken p-3">
      <p className="font-semibold">Zonas que se sobrepõem</p>
      <ul className="list-disc pl-5">
        {overlaps.map(({ zone, later, shared }) => (
          <li key={`${zone.id} ${later.id} ${shared}`}>
            {shared}: vale {zone.name}, não {later.name}.
          </li>
        ))}
      </ul>
    </div>
  );
}

function Exceptions({ exceptions }: { exceptions: DeliveryException[] }) {
  const { edited, edit } = useEditedRow(exceptions);
  const ExceptionEditor = useLateComponent(exceptionEditor, edited !== undefined);
  const remove = useRowRemoval(exceptionKind, "Dia excluído");
  return (
    <FormSection
      title="Dias sem entrega"
      description="Feriados e trocas. Valem para todas as zonas e para a retirada."
    >
      <ul className="divide-y divide-line empty:hidden">
        {exceptions.map((exception) => (
          <ExceptionRow
            key={exception.id}
            exception={exception}
            onEdit={() => edit(exception)}
            onDelete={() => void remove(exception.id)}
          />
        ))}
      </ul>
      <Button variant="outline" className="self-start" onClick={() => edit()}>
        <span className="icon-[lucide--plus] size-5" aria-hidden />
        Acrescentar dia
      </Button>
      {edited && ExceptionEditor && <ExceptionEditor key={edited.key} {...edited.props} />}
    </FormSection>
  );
}

type ExceptionRowProps = {
  exception: DeliveryException;
  onEdit: () => void;
  onDelete: () => void;
};

function ExceptionRow({ exception, onEdit, onDelete }: ExceptionRowProps) {
  const { moved_to, note } = exception;
  const date = formatDeliveryDate(exception.date);
  return (
    <li className="flex flex-wrap items-center gap-x-1 py-1">
      <span className="min-w-0 grow basis-56 wrap-anywhere">
        {date}: {moved_to ? `passa para ${formatDeliveryDate(moved_to)}` : "fechado"}
        {note && ` · ${note}`}
      </span>
      <Button variant="ghost" aria-label={`Editar ${date}`} onClick={onEdit}>
        Editar
      </Button>
      <Button variant="ghost" aria-label={`Excluir ${date}`} onClick={onDelete}>
        Excluir
      </Button>
    </li>
  );
}

/** A test of the delivery: it shows the offer to a customer with a CEP. */
function Tester() {
  const [answer, setAnswer] = useState<Answer<Offer>>();
  async function look(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const cep = String(new FormData(event.currentTarget).get("cep"));
    setAnswer(await callApi<Offer>("GET", `/api/delivery?cep=${encodeURIComponent(cep)}`));
  }
  return (
    <FormSection title="Testar um CEP" description="O que o cliente vê com este CEP.">
      <form onSubmit={(event) => void look(event)} className="flex items-end gap-3">
        <TextField label="CEP" name="cep" inputMode="numeric" autoComplete="off" required />
        <Button variant="outline" type="submit">
          Testar
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {answer &&
          (answer.ok ? <OfferText offer={answer.data} /> : describeProblem(answer.problem))}
      </div>
    </FormSection>
  );
}

function OfferText({ offer: { zone, accepted, dates } }: { offer: Offer }) {
  if (!zone) {
    return accepted
      ? "Em nenhuma zona: a entrega é a combinar."
      : "Fora das zonas: não se entrega.";
  }
  return (
    <>
      <p>
        <b>{zone.name}</b> · entrega {formatMoney(zone.fee)} · pedido mínimo{" "}
        {formatMoney(zone.minimum_order)}
        {zone.free_delivery_minimum > 0 &&
          ` · grátis a partir de ${formatMoney(zone.free_delivery_minimum)}`}
      </p>
      <ul className="list-disc pl-5">
        {dates.map(({ date, shifts }) => (
          <li key={date}>{[formatDeliveryDate(date), ...shifts].join(" · ")}</li>
        ))}
      </ul>
      {dates.length === 0 && <p>Nenhum dia nos próximos 28: confira dias, turnos e prazo.</p>}
    </>
  );
}
