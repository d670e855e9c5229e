import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { webhookEventLabels, webhookEvents } from "#app/domain/outgoing/webhooks/rules.ts";
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookError,
} from "#app/domain/outgoing/webhooks/schema.ts";
import { webhookRequestSchema } from "#app/domain/outgoing/webhooks/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { OneTimeText } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { SwitchField } from "#app/routes/admin/kit/fields/fields.tsx";
import {
  actionsColumn,
  type Column,
  DataTable,
  RowButton,
} from "#app/routes/admin/kit/lists/data-table.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { ApiForm } from "#app/routes/admin/kit/session/api-form.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { TextField } from "#app/ui/field.tsx";

type WebhooksSectionProps = {
  webhooks: readonly Webhook[];
  deliveries: readonly WebhookDelivery[];
};

/** Receivers of events, and what was sent to them. */
export function WebhooksSection({ webhooks, deliveries }: WebhooksSectionProps) {
  const refetch = useRefetch();
  const [created, setCreated] = useState<NewWebhook>();
  const [deleted, setDeleted] = useState<Webhook>();
  const actions = useWebhookActions(setCreated);
  async function confirmDeletion() {
    if (!deleted) return;
    const { ok } = await actions.remove(deleted);
    setDeleted(undefined);
    if (ok && deleted.id === created?.id) setCreated(undefined);
  }
  return (
    <FormSection
      title="Webhooks"
      description="Outro sistema recebe um aviso assinado quando um pedido ou o estoque muda. Falhas são repetidas por um dia."
    >
      {created && (
        <OneTimeText
          title="Copie o segredo agora: ele confere as assinaturas e não aparece de novo. Um segredo anterior vale por mais um dia."
          copyLabel="Copiar segredo"
          onClose={() => setCreated(undefined)}
        >
          {created.secret}
        </OneTimeText>
      )}
      {webhooks.length > 0 && (
        <DataTable
          caption="Webhooks"
          columns={webhookColumns(actions, setDeleted)}
          rows={webhooks}
        />
      )}
      {deliveries.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Últimas entregas ({deliveries.length})
          </summary>
          <DataTable
            caption="Últimas entregas"
            columns={deliveryColumns(webhooks, actions)}
            rows={deliveries}
          />
        </details>
      )}
      <NewWebhookForm
        onCreated={(webhook) => {
          setCreated(webhook);
          void refetch();
        }}
      />
      <ConfirmDialog
        open={deleted !== undefined}
        title="Excluir webhook"
        confirmLabel="Excluir"
        pending={actions.pending !== undefined}
        onConfirm={confirmDeletion}
        onClose={() => setDeleted(undefined)}
      >
        {deleted?.url ?? "Este endereço"} deixa de receber avisos, e os que esperam são apagados.
      </ConfirmDialog>
    </FormSection>
  );
}

type Actions = ReturnType<typeof useWebhookActions>;

/** `pending` is the id of the webhook or delivery with a request in progress. */
function useWebhookActions(onSecret: (webhook: NewWebhook) => void) {
  const { act, pending } = useAction();

  async function deliver(of: string, path: string, name: string) {
    const failed = "Erro ao enviar";
    const answer = await act<WebhookDelivery>("POST", `/api/webhooks/${path}`, { of, failed });
    if (!answer.ok) return;
    const { delivered_at } = answer.data;
    toast({
      title: delivered_at ? `${name} entregue` : `${name} não entregue`,
      description: describeResult(answer.data),
      ...(!delivered_at && { variant: "destructive" as const }),
    });
  }
  return {
    pending,
    test: ({ id }: Webhook) => deliver(id, `${id}/test`, "Teste"),
    redeliver: ({ id, webhook_id }: WebhookDelivery) =>
      deliver(id, `${webhook_id}/deliveries/${id}/redeliver`, "Evento"),
    async rotate({ id }: Webhook) {
      const failed = "Erro ao trocar o segredo";
      const answer = await act<NewWebhook>("POST", `/api/webhooks/${id}/secret`, {
        of: id,
        failed,
      });
      if (answer.ok) onSecret(answer.data);
    },
    toggle: ({ id, enabled }: Webhook) =>
      act("PATCH", `/api/webhooks/${id}`, {
        of: id,
        body: { enabled: !enabled },
        done: enabled ? "Webhook desligado" : "Webhook ligado",
        failed: "Erro ao salvar",
      }),
    remove: ({ id }: Webhook) =>
      act("DELETE", `/api/webhooks/${id}`, {
        of: id,
        done: "Webhook excluído",
        failed: "Erro ao excluir",
      }),
  };
}

function webhookColumns(
  { pending, test, rotate, toggle }: Actions,
  onDelete: (webhook: Webhook) => void,
): Column<Webhook>[] {
  return [
    {
      header: "Endereço",
      card: "title",
      cell: ({ url, events }) => (
        <span className="flex flex-col wrap-anywhere">
          <span className="font-semibold">{url}</span>
          <span className="text-sm text-muted">
            {events.map((event) => webhookEventLabels[event] ?? event).join(", ")}
          </span>
        </span>
      ),
    },
    {
      header: "Estado",
      cell: ({ enabled, disabled_reason }) => (
        <span className="flex flex-col gap-1">
          <StatusBadge tone={enabled ? "success" : disabled_reason ? "danger" : "neutral"}>
            {enabled ? "Ligado" : "Desligado"}
          </StatusBadge>
          {disabled_reason && (
            <span className="text-sm text-muted">
              Pela loja: o endereço respondeu 410 (não existe mais)
            </span>
          )}
        </span>
      ),
    },
    actionsColumn((webhook) => (
      <span className="flex flex-wrap justify-end gap-1">
        <RowButton
          action="Testar"
          name={webhook.url}
          pending={pending === webhook.id}
          onClick={() => test(webhook)}
        />
        <RowButton
          action="Trocar segredo"
          name={`de ${webhook.url}`}
          onClick={() => rotate(webhook)}
        />
        <RowButton
          action={webhook.enabled ? "Desligar" : "Ligar"}
          name={webhook.url}
          onClick={() => toggle(webhook)}
        />
        <RowButton action="Excluir" name={webhook.url} onClick={() => onDelete(webhook)} />
      </span>
    )),
  ];
}

const errorTexts: Record<WebhookError, string> = {
  address: "Endereço não permitido",
  connection: "Sem conexão",
  status: "Resposta",
  timeout: "Sem resposta em 10 s",
};

/** "Resposta 500", "Sem conexão". */
function describeResult({ error, response_status }: WebhookDelivery): string {
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

function deliveryColumns(
  webhooks: readonly Webhook[],
  { pending, redeliver }: Actions,
): Column<WebhookDelivery>[] {
  const urls = new Map(webhooks.map(({ id, url }) => [id, url]));
  return [
    {
      header: "Evento",
      card: "title",
      cell: ({ event, webhook_id }) => (
        <span className="flex flex-col wrap-anywhere">
          <span className="font-semibold">{webhookEventLabels[event] ?? event}</span>
          <span className="text-sm text-muted">{urls.get(webhook_id)}</span>
        </span>
      ),
    },
    { header: "Quando", cell: ({ created_at }) => formatDateTime(created_at) },
    { header: "Resultado", cell: (delivery) => <Result delivery={delivery} /> },
    actionsColumn((delivery) => (
      <RowButton
        action="Entregar de novo"
        name={`o evento ${webhookEventLabels[delivery.event] ?? delivery.event}`}
        pending={pending === delivery.id}
        onClick={() => redeliver(delivery)}
      />
    )),
  ];
}

function NewWebhookForm({ onCreated }: { onCreated: (webhook: NewWebhook) => void }) {
  const form = useApiForm({
    schema: webhookRequestSchema,
    send: (request) => callApi<NewWebhook>("POST", "/api/webhooks", request),
    onDone(webhook, reset) {
      reset();
      onCreated(webhook);
    },
  });
  const { error: eventsError, ...events } = form.field("events");
  return (
    <ApiForm form={form} submitLabel="Criar webhook">
      <TextField
        label="Endereço do webhook"
        type="url"
        placeholder="https://erp.exemplo.com.br/pomar"
        maxLength={2000}
        autoComplete="off"
        {...form.field("url")}
      />
      <fieldset>
        <legend className="font-semibold">Eventos</legend>
        {webhookEvents.map((event) => (
          <SwitchField
            key={event}
            label={webhookEventLabels[event]}
            value={event}
            defaultChecked
            {...events}
          />
        ))}
        {eventsError && (
          <p className="font-medium text-danger-ink" role="alert">
            {eventsError}
          </p>
        )}
      </fieldset>
    </ApiForm>
  );
}
