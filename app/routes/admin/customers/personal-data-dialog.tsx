import { type SubmitEvent, useState } from "react";
import { describeProblem } from "#app/client/api-request.ts";
import type { PersonalData } from "#app/domain/customers/privacy/schema.ts";
import { ActionDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { formatDate } from "#app/routes/admin/kit/dates.ts";
import { CheckField, withToggled } from "#app/routes/admin/kit/fields/fields.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";

/** Finds the data of a person by e-mail, phone, document or name, also what only the audit log has, and erases what is selected. */
export function PersonalDataDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { act, pending } = useAction();
  const [search, setSearch] = useState("");
  const [matches, setMatches] = useState<readonly PersonalData[]>();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isFinding, setFinding] = useState(false);
  const isPending = isFinding || pending !== undefined;

  async function find(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setFinding(true);
    const query = new URLSearchParams({ search });
    const answer = await callApi<{ items: PersonalData[] }>("GET", `/api/personal-data?${query}`);
    setFinding(false);
    setSelected([]);
    setMatches(answer.ok ? answer.data.items : undefined);
    setProblem(answer.ok ? undefined : describeProblem(answer.problem));
  }

  async function erase() {
    const idsOf = (kind: PersonalData["kind"]) =>
      matches
        ?.filter((match) => match.kind === kind && selected.includes(match.id))
        .map(({ id }) => id);
    await act("POST", "/api/personal-data/erase", {
      body: { customers: idsOf("customer"), orders: idsOf("order") },
      done: "Dados pessoais apagados",
      onDone: onClose,
      failed: "Erro ao apagar dados pessoais",
    });
  }

  return (
    <ActionDialog
      open={open}
      onClose={onClose}
      title="Apagar dados pessoais"
      action={
        selected.length > 0 && (
          <Button variant="danger" pending={isPending} onClick={erase}>
            Apagar dados
          </Button>
        )
      }
    >
      <form onSubmit={find} className="flex flex-col gap-3">
        <TextField
          label="E-mail, telefone, documento ou nome"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button type="submit" variant="outline" pending={isPending}>
          Procurar
        </Button>
      </form>
      {problem && <Alert>{problem}</Alert>}
      {matches?.length === 0 && <p role="status">Não há dados desta pessoa.</p>}
      {matches && matches.length > 0 && (
        <Matches
          matches={matches}
          selected={selected}
          onToggle={(id) => setSelected(withToggled(selected, id))}
        />
      )}
    </ActionDialog>
  );
}

type MatchesProps = {
  matches: readonly PersonalData[];
  selected: readonly string[];
  onToggle: (id: string) => void;
};

/** The found records, to be marked, and the effect of erasing them. */
function Matches({ matches, selected, onToggle }: MatchesProps) {
  return (
    <>
      <fieldset>
        <legend className="font-semibold">Confira o nome e marque o que é da pessoa</legend>
        {matches.map((match) => (
          <CheckField
            key={match.id}
            label={describeMatch(match)}
            checked={selected.includes(match.id)}
            onChange={() => onToggle(match.id)}
          />
        ))}
      </fieldset>
      <p>
        Um cliente é apagado com todos os seus pedidos. Nome, contato, documento e endereço somem
        também do registro de alterações e dos e-mails ainda não enviados; itens, valores e datas
        ficam. As cópias de segurança diárias guardam os dados por mais sete dias; outras cópias,
        até você apagá-las. Esta ação não pode ser desfeita.
      </p>
    </>
  );
}

function describeMatch({ kind, number, date, name, email, phone, deleted }: PersonalData): string {
  const record = kind === "order" ? `Pedido nº ${number}` : "Cliente";
  const contact = [name, email, phone].filter((text) => text !== "").join(" · ");
  return `${record}, de ${formatDate(date)} · ${contact}${deleted ? " (excluído)" : ""}`;
}
