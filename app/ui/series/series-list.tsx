import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { type SendRequest, sendRequest } from "#app/client/api-request.ts";
import { explainProblem } from "#app/client/explain-problem.ts";
import { formatHour } from "#app/domain/company/open-state.ts";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import type { SeriesRequest, SeriesView, ViewedSeriesDate } from "#app/domain/series/schema.ts";
import { describeOutcome, reminderQuestion } from "#app/domain/series/texts.ts";
import { formatCents, formatMoney, lineTotal } from "#app/shared/money.ts";
import { formatUnits } from "#app/shared/units.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SeriesEditor } from "./series-editor.tsx";

type SeriesListProps = {
  /** The level of each series' heading on its page. */
  level: 2 | 3;
  series: readonly SeriesView[];
  /** Returns the address that receives the actions of a series: for the seller, in the customer's area, or by its link. */
  pathOf: (series: SeriesView) => `/api/${string}`;
  send?: SendRequest;
  /** Fetches the series after an action, also after a rejected one: somebody else may have changed it. */
  refetch: () => Promise<unknown>;
  /** Renders what else the page offers for each series. */
  renderMore?: (series: SeriesView) => ReactNode;
};

/** The orders of a customer that repeat, for the customer and for the seller. */
export function SeriesList({ level, series, renderMore, ...requests }: SeriesListProps) {
  if (series.length === 0) return <p className="text-muted">Nenhum pedido se repete.</p>;
  return (
    <ul className="flex flex-col gap-8">
      {series.map((item) => (
        <li key={item.id}>
          <SeriesCard level={level} series={item} {...requests}>
            {renderMore?.(item)}
          </SeriesCard>
        </li>
      ))}
    </ul>
  );
}

const stateTexts: Record<SeriesView["state"], string | undefined> = {
  active: undefined,
  waiting: "Aguarda a loja",
  paused: "Pausada",
  ended: "Terminada",
};

type CardProps = Omit<SeriesListProps, "series" | "renderMore"> & {
  series: SeriesView;
  children: ReactNode;
};

function SeriesCard({ level, series, pathOf, send = sendRequest, refetch, children }: CardProps) {
  const { id, state, lines, total, coming, past } = series;
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const [editedDate, setEditedDate] = useState<ViewedSeriesDate | "always">();
  const act = async (action: SeriesRequest) => {
    setPending(true);
    hasActed.current = true;
    const body = { ...action, version: series.version };
    const answer = await send("POST", `${pathOf(series)}/actions`, body);
    await refetch();
    const message = answer.ok ? undefined : explainProblem(answer.problem);
    setProblem(message);
    setPending(false);
    return message;
  };
  const heading = useRef<HTMLHeadingElement>(null);
  const hasActed = useRef(false);
  // The pressed button may be gone, with a later rendering than the answer's: the keyboard goes on at the series.
  useEffect(() => {
    if (!hasActed.current || pending || document.activeElement !== document.body) return;
    hasActed.current = false;
    heading.current?.focus();
  });
  const isRunning = state !== "ended";
  const reminders = coming.filter((date) => date.state === "reminded");
  const plannedDates = coming.filter((date) => date.state !== "reminded");
  return (
    <article
      aria-labelledby={`repeticao-${id}`}
      className="flex flex-col gap-5 rounded-md border border-line p-4 md:p-6"
    >
      <SeriesHeader ref={heading} level={level} series={series} />
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-ink">
          {problem}
        </p>
      )}
      {reminders.map((date) => (
        <Reminder key={date.date} date={date} pending={pending} onAct={act} />
      ))}
      <SeriesLines lines={lines} total={total} />
      {series.has_new_prices && isRunning && (
        <p className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3">
          Há preços novos desde que você combinou.
          <Button
            variant="outline"
            pending={pending}
            onClick={() => void act({ action: "accept-prices" })}
          >
            Aceitar preços de agora
          </Button>
        </p>
      )}
      {isRunning && state !== "paused" && (
        <section aria-label="Próximas datas">
          <p className="text-lg font-semibold">Próximas datas</p>
          <ul className="mt-1 divide-y divide-line border-y border-line">
            {plannedDates.map((date) => (
              <ComingDate
                key={date.date}
                date={date}
                mode={series.mode}
                pending={pending}
                onAct={act}
                onEdit={() => setEditedDate(date)}
              />
            ))}
          </ul>
        </section>
      )}
      {isRunning && (
        <SeriesButtons
          series={series}
          pending={pending}
          onAct={act}
          onEdit={() => setEditedDate("always")}
        />
      )}
      {children}
      <PastDates past={past} />
      {editedDate && (
        <SeriesEditor
          series={series}
          date={editedDate === "always" ? undefined : editedDate}
          onClose={() => setEditedDate(undefined)}
          onAct={act}
        />
      )}
    </article>
  );
}

type SeriesHeaderProps = Pick<CardProps, "level" | "series"> & { ref: Ref<HTMLHeadingElement> };

/** The rhythm of a series with its state, its place and terms. */
function SeriesHeader({ ref, level, series }: SeriesHeaderProps) {
  const Heading = `h${level}` as const;
  const { id, rhythm, state } = series;
  const stateText = stateTexts[state];
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading ref={ref} id={`repeticao-${id}`} tabIndex={-1} className="text-xl outline-none">
          {rhythm}
        </Heading>
        {stateText && <Badge>{stateText}</Badge>}
        {series.mode === "lembrete" && <Badge>Só lembra</Badge>}
      </div>
      <p className="text-muted">
        {[series.place, series.delivery_shift, series.payment_method ?? "Pagamento a combinar"]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {state === "waiting" && (
        <p>Começa quando a loja confirmar o pedido nº {series.numero_pedido}.</p>
      )}
    </header>
  );
}

function SeriesLines({ lines, total }: Pick<SeriesView, "lines" | "total">) {
  return (
    <ul aria-label="Itens" className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li
          key={line.product_id + line.unit}
          className="flex flex-wrap items-baseline justify-end gap-x-3 py-2"
        >
          <span className="min-w-0 grow basis-32 wrap-anywhere">
            {formatUnits(line.quantity, line.unit)} × {line.product_name}
            {line.price_now !== null && line.price_now !== line.price && (
              <span className="block text-muted">
                de {formatMoney(line.price)} por {formatMoney(line.price_now)}
              </span>
            )}
          </span>
          <span className="whitespace-nowrap tabular-nums">
            {line.price_now === null
              ? "Em falta"
              : formatCents(lineTotal(line.price_now, line.quantity))}
          </span>
        </li>
      ))}
      <li className="flex flex-wrap justify-between gap-x-3 py-2 font-bold">
        <span>Total, com a entrega</span>
        <span className="tabular-nums">{formatMoney(total)}</span>
      </li>
    </ul>
  );
}

type ComingDateProps = {
  date: ViewedSeriesDate;
  mode: SeriesView["mode"];
  pending: boolean;
  onAct: (action: SeriesRequest) => Promise<string | undefined>;
  onEdit: () => void;
};

function ComingDate({ date, mode, pending, onAct, onEdit }: ComingDateProps) {
  const isSkipped = date.state === "skipped";
  // The same button, which keeps the focus.
  const skip = isSkipped
    ? ({ action: "keep", label: "Não pular" } as const)
    : ({ action: "skip", label: "Pular" } as const);
  const day = formatDeliveryDate(date.delivery_date ?? date.date);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className={isSkipped ? "text-muted line-through" : "font-semibold"}>{day}</span>
        {isSkipped && <span> pulada</span>}
        {!isSkipped && <span className="block text-muted">{describeDate(date, mode)}</span>}
      </span>
      <span className="flex flex-wrap gap-2">
        {!isSkipped && (
          <Button
            variant="outline"
            pending={pending}
            aria-label={`Mudar só ${day}`}
            onClick={onEdit}
          >
            Mudar
          </Button>
        )}
        <Button
          variant="outline"
          pending={pending}
          aria-label={`${skip.label} ${day}`}
          onClick={() => void onAct({ action: skip.action, date: date.date })}
        >
          {skip.label}
        </Button>
      </span>
    </li>
  );
}

function describeDate(date: ViewedSeriesDate, mode: SeriesView["mode"]): string {
  if (date.delivery_date === null) return "A loja não entrega nesta data.";
  const outcome = mode === "lembrete" ? "lembrete" : "pedido";
  const { order_until: until } = date;
  const limit = `até ${formatDeliveryDate(until.date)}, ${formatHour(until.time)}`;
  const prefix = date.state === "changed" ? "Mudada só nesta data. " : "";
  return `${prefix}${formatMoney(date.total)} · ${outcome} em ${formatDeliveryDate(date.order_on)} · mude ${limit}`;
}

/** The filled order of a reminder, sent by one press. */
function Reminder({ date, pending, onAct }: Omit<ComingDateProps, "mode" | "onEdit">) {
  const day = formatDeliveryDate(date.delivery_date ?? date.date);
  return (
    <div className="flex flex-col gap-3 rounded-md bg-tint p-4 text-tint-ink">
      <p>
        <b className="block text-lg">{reminderQuestion}</b>
        Para {day}: {formatMoney(date.total)}, com a entrega. Nada foi pedido ainda.
      </p>
      <p className="flex flex-wrap gap-2">
        <Button pending={pending} onClick={() => void onAct({ action: "order", date: date.date })}>
          Enviar pedido
        </Button>
        <Button
          variant="outline"
          pending={pending}
          onClick={() => void onAct({ action: "skip", date: date.date })}
        >
          Desta vez não
        </Button>
      </p>
    </div>
  );
}

type ButtonsProps = Pick<ComingDateProps, "pending" | "onAct" | "onEdit"> & { series: SeriesView };

function SeriesButtons({ series: { state }, pending, onAct, onEdit }: ButtonsProps) {
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    await onAct({ action: "end" });
    setEnding(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" pending={pending} onClick={onEdit}>
        Mudar daqui em diante
      </Button>
      {state === "paused" ? (
        <Button pending={pending} onClick={() => void onAct({ action: "resume" })}>
          Retomar
        </Button>
      ) : (
        <Button variant="outline" pending={pending} onClick={() => void onAct({ action: "pause" })}>
          Pausar
        </Button>
      )}
      <Button variant="ghost" pending={pending} onClick={() => setEnding(true)}>
        Terminar
      </Button>
      <Dialog
        open={isEnding}
        onClose={() => setEnding(false)}
        title="Terminar a repetição?"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={() => setEnding(false)}>
              Manter
            </Button>
            <Button variant="danger" pending={pending} onClick={() => void end()}>
              Terminar repetição
            </Button>
          </div>
        }
      >
        <p className="p-5 md:p-8">
          Nada mais é pedido. O que já foi pedido não muda. Para voltar, repita um pedido de novo.
        </p>
      </Dialog>
    </div>
  );
}

function PastDates({ past }: Pick<SeriesView, "past">) {
  if (past.length === 0) return null;
  return (
    <section aria-label="Já passaram">
      <p className="text-lg font-semibold">Já passaram</p>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {past.map((date) => (
          <li key={date.date} className="py-2">
            {describeOutcome(date)}{" "}
            {date.path && (
              <Link to={date.path} className="underline underline-offset-4">
                Ver pedido
              </Link>
            )}
            {date.exceptions.map((text) => (
              <span key={text} className="block text-muted wrap-anywhere">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
