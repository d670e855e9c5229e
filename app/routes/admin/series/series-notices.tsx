import { Link } from "react-router";
import { formatDeliveryDate } from "#app/domain/delivery/texts.ts";
import { createMessage } from "#app/domain/outgoing/messages.ts";
import type { SeriesNotice } from "#app/domain/series/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { Panel } from "#app/routes/admin/kit/page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";

type SeriesNoticesProps = {
  notices: readonly SeriesNotice[];
  /** The shop's address, for links in messages. */
  origin: string;
};

const maxNotices = 8;

/** The dates of series that differ from their series, for the seller to check. */
export function SeriesNotices({ notices, origin }: SeriesNoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Panel title="Repetições a conferir" className="mb-4">
      <ul className="divide-y divide-line">
        {notices.slice(0, maxNotices).map((notice) => (
          <Notice key={notice.series_id + notice.date} notice={notice} origin={origin} />
        ))}
      </ul>
      {notices.length > maxNotices && (
        <p className="text-muted">e mais {notices.length - maxNotices}</p>
      )}
    </Panel>
  );
}

const states = {
  placed: { tone: "warning", label: "Com mudanças" },
  failed: { tone: "danger", label: "Sem pedido" },
  reminded: { tone: "info", label: "Lembrete" },
} as const;

function Notice({ notice, origin }: { notice: SeriesNotice; origin: string }) {
  const { act, pending } = useAction();
  const { series_id, date, state, customer_id, customer_name, order_id, exceptions } = notice;
  const { tone, label } = states[state as keyof typeof states];
  const message = createMessage(`${notice.message}\n${origin}${notice.path}`, notice.phone);
  const path = `/api/series-notices/${series_id}/${date}` as const;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-3">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Link
            to={order_id ? `/admin/orders?pedido=${order_id}` : `/admin/customers/${customer_id}`}
            className="inline-flex min-h-6 items-center font-semibold wrap-anywhere underline underline-offset-4"
          >
            {customer_name}
          </Link>
          <span className="text-muted">
            {notice.numero_pedido && `nº ${notice.numero_pedido} · `}
            {formatDeliveryDate(notice.delivery_date ?? date)}
          </span>
        </p>
        <ul>
          {exceptions.map((text) => (
            <li key={text} className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        {message.url && (
          <ButtonLink to={message.url} variant="outline">
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Avisar
            <span className="sr-only">{customer_name} no WhatsApp</span>
          </ButtonLink>
        )}
        <Allowed area="orders">
          <Button
            variant="outline"
            aria-label={`Conferido: ${customer_name}, ${formatDeliveryDate(date)}`}
            pending={pending !== undefined}
            onClick={() => void act("DELETE", path, { failed: "Erro ao tirar da lista" })}
          >
            Conferido
          </Button>
        </Allowed>
      </div>
    </li>
  );
}
