import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import type { ApiToken, NewToken, OpenSession } from "#app/domain/people/schema.ts";
import { tokenRequestSchema } from "#app/domain/people/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { OneTimeText } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
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
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

export function SessionsSection({ sessions }: { sessions: readonly OpenSession[] }) {
  const { act, pending } = useAction();
  const failed = "Erro ao encerrar";
  const end = (id: string) =>
    act("DELETE", `/api/auth/sessions/${id}`, { of: id, done: "Sessão encerrada", failed });
  const endOthers = () =>
    act("DELETE", "/api/auth/sessions", {
      of: "others",
      done: "Outras sessões encerradas",
      failed,
    });
  const columns: Column<OpenSession>[] = [
    {
      header: "Aparelho",
      card: "title",
      cell: ({ device, current }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <StatusBadge tone="success">Esta sessão</StatusBadge>}
        </span>
      ),
    },
    { header: "Endereço", cell: ({ address }) => address ?? "Desconhecido" },
    { header: "Último uso", cell: (session) => formatDateTime(session.last_seen_at) },
    actionsColumn(
      ({ id, device, current }) =>
        !current && (
          <RowButton
            action="Encerrar"
            name={`a sessão de ${device}`}
            pending={pending === id}
            onClick={() => end(id)}
          />
        ),
    ),
  ];
  return (
    <FormSection
      title="Sessões abertas"
      description="Onde esta conta está aberta agora. Encerre o que você não reconhece e troque a senha."
      footer={
        sessions.length > 1 && (
          <Button variant="outline" pending={pending === "others"} onClick={endOthers}>
            Encerrar todas as outras
          </Button>
        )
      }
    >
      <DataTable caption="Sessões abertas" columns={columns} rows={sessions} />
    </FormSection>
  );
}

const scopes: Record<ApiToken["scope"], string> = {
  read: "Leitura",
  write: "Leitura e escrita",
  webhooks: "Leitura, escrita e webhooks",
};

export function TokensSection({ tokens }: { tokens: readonly ApiToken[] }) {
  const refetch = useRefetch();
  const { act, pending } = useAction();
  const [created, setCreated] = useState<NewToken>();
  const [revoked, setRevoked] = useState<ApiToken>();
  async function revoke() {
    if (!revoked) return;
    const texts = { done: "Token desativado", failed: "Erro ao desativar" };
    const answer = await act("DELETE", `/api/auth/tokens/${revoked.id}`, texts);
    setRevoked(undefined);
    if (answer.ok && revoked.id === created?.id) setCreated(undefined);
  }
  return (
    <FormSection
      title="Tokens de API"
      description="Para uma planilha ou um sistema de gestão ler pedidos e atualizar o estoque em seu nome."
    >
      {created && (
        <OneTimeText
          title={`Token "${created.name}" criado. Copie agora: ele não aparece de novo.`}
          copyLabel="Copiar token"
          onClose={() => setCreated(undefined)}
        >
          {created.token}
        </OneTimeText>
      )}
      {tokens.length > 0 && (
        <DataTable
          caption="Tokens de API"
          columns={[
            ...tokenColumns,
            actionsColumn<ApiToken>((token) => (
              <RowButton action="Desativar" name={token.name} onClick={() => setRevoked(token)} />
            )),
          ]}
          rows={tokens}
        />
      )}
      <NewTokenForm
        onCreated={(token) => {
          setCreated(token);
          void refetch();
        }}
      />
      <ConfirmDialog
        open={revoked !== undefined}
        title="Desativar token"
        confirmLabel="Desativar"
        pending={pending !== undefined}
        onConfirm={revoke}
        onClose={() => setRevoked(undefined)}
      >
        Programas que usam {revoked ? `"${revoked.name}"` : "este token"} deixam de ter acesso na
        hora.
      </ConfirmDialog>
    </FormSection>
  );
}

const tokenColumns: Column<ApiToken>[] = [
  {
    header: "Nome",
    card: "title",
    cell: ({ name, ending }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{name}</span>{" "}
        <span className="text-sm text-muted">…{ending}</span>
      </span>
    ),
  },
  {
    header: "Alcance",
    cell: ({ scope }) => (
      <StatusBadge tone={scope === "read" ? "neutral" : "warning"}>{scopes[scope]}</StatusBadge>
    ),
  },
  {
    header: "Último uso",
    cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : "Nunca"),
  },
];

function NewTokenForm({ onCreated }: { onCreated: (token: NewToken) => void }) {
  const form = useApiForm({
    schema: tokenRequestSchema,
    send: (request) => callApi<NewToken>("POST", "/api/auth/tokens", request),
    onDone(token, reset) {
      reset();
      onCreated(token);
    },
  });
  return (
    <ApiForm form={form} submitLabel="Criar token">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nome do token"
          placeholder="Planilha de estoque"
          maxLength={60}
          autoComplete="off"
          {...form.field("name")}
        />
        <ChoiceField
          label="Alcance"
          defaultValue="read"
          choices={Object.entries(scopes)}
          {...form.field("scope")}
        />
      </div>
    </ApiForm>
  );
}
