import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import { webhookEventLabels, webhookEvents } from "#app/domain/webhooks/rules.ts";
import type { NewWebhook, Webhook, WebhookDelivery } from "#app/domain/webhooks/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, describeProblem, showProblem } from "#app/routes/admin/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { Alert } from "#app/routes/admin/ui/states.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { OneTimeText } from "./one-time-text.tsx";
import { deliveryColumns, describeResult } from "./webhook-deliveries.tsx";

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
          columns={columnsWith({ ...actions, remove: setDeleted })}
          rows={webhooks}
          rowKey={({ id }) => id}
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
            rowKey={({ id }) => id}
          />
        </details>
      )}
      <NewWebhookForm
        onCreated={(webhook) => {
          setCreated(webhook);
          void refetch();
        }}
      />
      <DeleteDialog
        webhook={deleted}
        onClose={() => setDeleted(undefined)}
        onDeleted={({ id }) => id === created?.id && setCreated(undefined)}
      />
    </FormSection>
  );
}

type Actions = {
  /** Id of the webhook or delivery with a request in progress. */
  pending: string | undefined;
  test: (webhook: Webhook) => void;
  rotate: (webhook: Webhook) => void;
  toggle: (webhook: Webhook) => void;
  remove: (webhook: Webhook) => void;
};

function useWebhookActions(onSecret: (webhook: NewWebhook) => void) {
  const refetch = useRefetch();
  const [pending, setPending] = useState<string>();

  async function deliver(id: string, path: string, name: string) {
    setPending(id);
    const answer = await callApi<WebhookDelivery>("POST", `/api/webhooks/${path}`);
    setPending(undefined);
    void refetch();
    if (!answer.ok) return showProblem("Erro ao enviar", answer.problem);
    const { delivered_at } = answer.data;
    toast({
      title: delivered_at ? `${name} entregue` : `${name} não entregue`,
      description: describeResult(answer.data),
      ...(!delivered_at && { variant: "destructive" as const }),
    });
  }

  async function rotate({ id }: Webhook) {
    setPending(id);
    const answer = await callApi<NewWebhook>("POST", `/api/webhooks/${id}/secret`);
    setPending(undefined);
    if (!answer.ok) return showProblem("Erro ao trocar o segredo", answer.problem);
    onSecret(answer.data);
  }

  async function toggle({ id, enabled }: Webhook) {
    setPending(id);
    const answer = await callApi("PATCH", `/api/webhooks/${id}`, { enabled: !enabled });
    setPending(undefined);
    void refetch();
    if (!answer.ok) return showProblem("Erro ao salvar", answer.problem);
    toast({ title: enabled ? "Webhook desligado" : "Webhook ligado" });
  }

  return {
    pending,
    test: ({ id }: Webhook) => deliver(id, `${id}/test`, "Teste"),
    redeliver: ({ id, webhook_id }: WebhookDelivery) =>
      deliver(id, `${webhook_id}/deliveries/${id}/redeliver`, "Evento"),
    rotate,
    toggle,
  };
}

function columnsWith({ pending, test, rotate, toggle, remove }: Actions): Column<Webhook>[] {
  return [
    {
      key: "url",
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
      key: "enabled",
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
    {
      key: "actions",
      header: "Ações",
      hideHeader: true,
      card: "actions",
      cell: (webhook) => (
        <span className="flex flex-wrap justify-end gap-1">
          <Button
            variant="ghost"
            pending={pending === webhook.id}
            aria-label={`Testar ${webhook.url}`}
            onClick={() => test(webhook)}
          >
            Testar
          </Button>
          <Button
            variant="ghost"
            aria-label={`Trocar segredo de ${webhook.url}`}
            onClick={() => rotate(webhook)}
          >
            Trocar segredo
          </Button>
          <Button
            variant="ghost"
            aria-label={`${webhook.enabled ? "Desligar" : "Ligar"} ${webhook.url}`}
            onClick={() => toggle(webhook)}
          >
            {webhook.enabled ? "Desligar" : "Ligar"}
          </Button>
          <Button
            variant="ghost"
            aria-label={`Excluir ${webhook.url}`}
            onClick={() => remove(webhook)}
          >
            Excluir
          </Button>
        </span>
      ),
    },
  ];
}

function NewWebhookForm({ onCreated }: { onCreated: (webhook: NewWebhook) => void }) {
  const form = useApiForm({
    name: "webhook",
    send: (request) => callApi<NewWebhook>("POST", "/api/webhooks", request),
    onDone(webhook, reset) {
      reset();
      onCreated(webhook);
    },
  });
  const { error: eventsError, ...events } = form.field("events");
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
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
      <Button type="submit" variant="outline" pending={form.pending} className="self-start">
        Criar webhook
      </Button>
    </form>
  );
}

type DeleteDialogProps = {
  webhook: Webhook | undefined;
  onClose: () => void;
  onDeleted: (webhook: Webhook) => void;
};

function DeleteDialog({ webhook, onClose, onDeleted }: DeleteDialogProps) {
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);
  async function remove() {
    if (!webhook) return;
    setPending(true);
    const answer = await callApi("DELETE", `/api/webhooks/${webhook.id}`);
    await refetch();
    setPending(false);
    onClose();
    if (!answer.ok) return showProblem("Erro ao excluir", answer.problem);
    onDeleted(webhook);
    toast({ title: "Webhook excluído" });
  }
  return (
    <ConfirmDialog
      open={webhook !== undefined}
      title="Excluir webhook"
      confirmLabel="Excluir"
      pending={pending}
      onConfirm={remove}
      onClose={onClose}
    >
      {webhook?.url ?? "Este endereço"} deixa de receber avisos, e os que esperam são apagados.
    </ConfirmDialog>
  );
}
