import { webhookEventLabels } from "#app/domain/webhooks/rules.ts";
import type { Webhook, WebhookDelivery, WebhookError } from "#app/domain/webhooks/schema.ts";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import type { Column } from "#app/routes/admin/ui/data-table.tsx";
import { formatDateTime } from "#app/routes/admin/ui/dates.ts";
import { Button } from "#app/ui/button.tsx";

const errorTexts: Record<WebhookError, string> = {
  address: "Endereço não permitido",
  connection: "Sem conexão",
  status: "Resposta",
  timeout: "Sem resposta em 10 s",
};

/** "Resposta 500", "Sem conexão". */
export function describeResult({ error, response_status }: WebhookDelivery): string {
  if (error && error !== "status") return errorTexts[error];
  return response_status === null ? "Na fila" : `${errorTexts.status} ${response_status}`;
}

function Result({ delivery }: { delivery: WebhookDelivery }) {
  const { delivered_at, next_attempt_at, attempts } = delivery;
  const isAbandoned = !delivered_at && next_attempt_at === null;
  const tone = isAbandoned ? "danger" : "warning";
  return (
    <span className="flex flex-col gap-1">
      <StatusBadge tone={delivered_at ? "success" : tone}>{describeResult(delivery)}</StatusBadge>
      {next_attempt_at && attempts > 0 && (
        <span className="text-sm text-muted">
          {attempts === 1 ? "1 tentativa" : `${attempts} tentativas`}; próxima em{" "}
          {formatDateTime(next_attempt_at)}
        </span>
      )}
    </span>
  );
}

type DeliveryActions = {
  /** Id of the delivery with a request in progress. */
  pending: string | undefined;
  redeliver: (delivery: WebhookDelivery) => void;
};

export function deliveryColumns(
  webhooks: readonly Webhook[],
  { pending, redeliver }: DeliveryActions,
): Column<WebhookDelivery>[] {
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
  return [
    {
      key: "event",
      header: "Evento",
      card: "title",
      cell: ({ event, webhook_id }) => (
        <span className="flex flex-col wrap-anywhere">
          <span className="font-semibold">{webhookEventLabels[event] ?? event}</span>
          <span className="text-sm text-muted">{urls.get(webhook_id)}</span>
        </span>
      ),
    },
    { key: "created", header: "Quando", cell: ({ created_at }) => formatDateTime(created_at) },
    { key: "result", header: "Resultado", cell: (delivery) => <Result delivery={delivery} /> },
    {
      key: "actions",
      header: "Ações",
      hideHeader: true,
      card: "actions",
      cell: (delivery) => (
        <Button
          variant="ghost"
          pending={pending === delivery.id}
          aria-label={`Entregar de novo: ${webhookEventLabels[delivery.event] ?? delivery.event}`}
          onClick={() => redeliver(delivery)}
        >
          Entregar de novo
        </Button>
      ),
    },
  ];
}
