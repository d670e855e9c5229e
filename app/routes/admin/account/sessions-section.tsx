import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { OpenSession } from "#app/domain/auth/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { StatusBadge } from "#app/routes/admin/ui/badges.tsx";
import { type Column, DataTable } from "#app/routes/admin/ui/data-table.tsx";
import { formatDateTime } from "#app/routes/admin/ui/dates.ts";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { Button } from "#app/ui/button.tsx";

export function SessionsSection({ sessions }: { sessions: readonly OpenSession[] }) {
  const { pending, end } = useEndSession();
  const columns: Column<OpenSession>[] = [
    {
      key: "device",
      header: "Aparelho",
      card: "title",
      cell: ({ device, current }) => (
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <StatusBadge tone="success">Esta sessão</StatusBadge>}
        </span>
      ),
    },
    { key: "address", header: "Endereço", cell: ({ address }) => address ?? "Desconhecido" },
    { key: "seen", header: "Último uso", cell: (session) => formatDateTime(session.last_seen_at) },
    {
      key: "actions",
      header: "Ações",
      hideHeader: true,
      card: "actions",
      cell: ({ id, device, current }) =>
        !current && (
          <Button
            variant="ghost"
            pending={pending === id}
            aria-label={`Encerrar a sessão de ${device}`}
            onClick={() => end(id)}
          >
            Encerrar
          </Button>
        ),
    },
  ];
  return (
    <FormSection
      title="Sessões abertas"
      description="Onde esta conta está aberta agora. Encerre o que você não reconhece e troque a senha."
      footer={
        sessions.length > 1 && (
          <Button variant="outline" pending={pending === "others"} onClick={() => end("others")}>
            Encerrar todas as outras
          </Button>
        )
      }
    >
      <DataTable
        caption="Sessões abertas"
        columns={columns}
        rows={sessions}
        rowKey={(session) => session.id}
      />
    </FormSection>
  );
}

function useEndSession() {
  const refetch = useRefetch();
  const [pending, setPending] = useState<string>();
  async function end(which: string) {
    setPending(which);
    const answer = await callApi(
      "DELETE",
      which === "others" ? "/api/auth/sessions" : `/api/auth/sessions/${which}`,
    );
    await refetch();
    setPending(undefined);
    if (answer.ok) {
      toast({ title: which === "others" ? "Outras sessões encerradas" : "Sessão encerrada" });
    } else {
      showProblem("Erro ao encerrar", answer.problem);
    }
  }
  return { pending, end };
}
