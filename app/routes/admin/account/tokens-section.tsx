import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { ApiToken, NewToken } from "#app/domain/auth/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, describeProblem, showProblem } from "#app/routes/admin/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { formatDateTime } from "#app/routes/admin/ui/dates.ts";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { Alert } from "#app/routes/admin/ui/states.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { OneTimeText } from "./one-time-text.tsx";

const scopes: Record<ApiToken["scope"], string> = {
  read: "Leitura",
  write: "Leitura e escrita",
  webhooks: "Leitura, escrita e webhooks",
};

export function TokensSection({ tokens }: { tokens: readonly ApiToken[] }) {
  const refetch = useRefetch();
  const [created, setCreated] = useState<NewToken>();
  const [tokenToRevoke, setTokenToRevoke] = useState<ApiToken>();
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
          columns={columnsWith(setTokenToRevoke)}
          rows={tokens}
          rowKey={(token) => token.id}
        />
      )}
      <NewTokenForm
        onCreated={(token) => {
          setCreated(token);
          void refetch();
        }}
      />
      <RevokeDialog
        token={tokenToRevoke}
        onClose={() => setTokenToRevoke(undefined)}
        onRevoked={({ id }) => id === created?.id && setCreated(undefined)}
      />
    </FormSection>
  );
}

function columnsWith(onRevoke: (token: ApiToken) => void): Column<ApiToken>[] {
  return [
    {
      key: "name",
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
      key: "scope",
      header: "Alcance",
      cell: ({ scope }) => (
        <StatusBadge tone={scope === "read" ? "neutral" : "warning"}>{scopes[scope]}</StatusBadge>
      ),
    },
    {
      key: "used",
      header: "Último uso",
      cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : "Nunca"),
    },
    {
      key: "actions",
      header: "Ações",
      hideHeader: true,
      card: "actions",
      cell: (token) => (
        <Button
          variant="ghost"
          aria-label={`Revogar ${token.name}`}
          onClick={() => onRevoke(token)}
        >
          Revogar
        </Button>
      ),
    },
  ];
}

type RevokeDialogProps = {
  token: ApiToken | undefined;
  onClose: () => void;
  onRevoked: (token: ApiToken) => void;
};

function RevokeDialog({ token, onClose, onRevoked }: RevokeDialogProps) {
  const refetch = useRefetch();
  const [pending, setPending] = useState(false);
  async function revoke() {
    if (!token) return;
    setPending(true);
    const answer = await callApi("DELETE", `/api/auth/tokens/${token.id}`);
    await refetch();
    setPending(false);
    onClose();
    if (answer.ok) {
      onRevoked(token);
      toast({ title: "Token revogado" });
    } else {
      showProblem("Erro ao revogar", answer.problem);
    }
  }
  return (
    <ConfirmDialog
      open={token !== undefined}
      title="Revogar token"
      confirmLabel="Revogar"
      pending={pending}
      onConfirm={revoke}
      onClose={onClose}
    >
      Programas que usam {token ? `"${token.name}"` : "este token"} deixam de ter acesso na hora.
    </ConfirmDialog>
  );
}

function NewTokenForm({ onCreated }: { onCreated: (token: NewToken) => void }) {
  const form = useApiForm({
    name: "token",
    send: (request) => callApi<NewToken>("POST", "/api/auth/tokens", request),
    onDone(token, reset) {
      reset();
      onCreated(token);
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Nome do token"
          placeholder="Planilha de estoque"
          maxLength={60}
          autoComplete="off"
          {...form.field("name")}
        />
        <SelectField label="Alcance" defaultValue="read" {...form.field("scope")}>
          {Object.entries(scopes).map(([scope, label]) => (
            <option key={scope} value={scope}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" variant="outline" pending={form.pending} className="self-start">
        Criar token
      </Button>
    </form>
  );
}
