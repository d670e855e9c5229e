import { useState } from "react";
import { useRefetch } from "#app/client/refetch.ts";
import { type MemberRole, memberRoles, roleLabels } from "#app/domain/people/roles.ts";
import type { Member } from "#app/domain/people/schema.ts";
import { newMemberSchema } from "#app/domain/people/schema.ts";
import { StatusBadge } from "#app/routes/admin/kit/badges.tsx";
import { ConfirmDialog } from "#app/routes/admin/kit/confirm-dialog.tsx";
import { OneTimeText } from "#app/routes/admin/kit/copy-button.tsx";
import { formatDate, formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { ChoiceField } from "#app/routes/admin/kit/fields/fields.tsx";
import { actionsColumn, type Column, DataTable } from "#app/routes/admin/kit/lists/data-table.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { ApiForm } from "#app/routes/admin/kit/session/api-form.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { TextField } from "#app/ui/field.tsx";

const roleDescriptions: Record<MemberRole, string> = {
  equipe: "pedidos, dia, estoque e clientes; sem preços e configurações.",
  consulta: "vê o painel e não muda nada.",
};

type Invited = { id: string; name: string; link: string };

/** Further persons of the shop, invited by a private link. */
export function MembersSection({ members }: { members: readonly Member[] }) {
  const refetch = useRefetch();
  const [invited, setInvited] = useState<Invited>();
  const actions = useMemberActions(setInvited);
  return (
    <FormSection
      title="Equipe"
      description="Convide quem trabalha com você. Cada pessoa tem a sua senha, e o que ela fizer fica nos logs com o nome dela. Configurações, preços e tokens continuam só com você."
    >
      {invited && (
        <OneTimeText
          title={`Mande este link a ${invited.name} agora: ele não aparece de novo, vale sete dias e uma vez.`}
          copyLabel="Copiar link"
          message={`Seu convite para a loja, ${invited.name}: ${invited.link}`}
          onClose={() => setInvited(undefined)}
        >
          {invited.link}
        </OneTimeText>
      )}
      {members.length > 0 && (
        <DataTable
          caption="Equipe"
          columns={[...columns, actionsColumn<Member>(actions.render)]}
          rows={members}
          narrow="growing-rows"
        />
      )}
      <NewMemberForm
        onInvited={(member) => {
          setInvited(member);
          void refetch();
        }}
      />
      {actions.dialog}
    </FormSection>
  );
}

const columns: Column<Member>[] = [
  {
    header: "Nome",
    card: "title",
    cell: ({ name, email }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-sm text-muted">{email}</span>
      </span>
    ),
  },
  { header: "Acesso", card: "meta", cell: ({ role }) => roleLabels[role] },
  {
    header: "Situação",
    card: "more",
    cell: (member) => <MemberState {...member} />,
  },
];

function MemberState({ active, invited_until, signed_in_at, second_factor }: Member) {
  if (!active) return <StatusBadge tone="neutral">Desativado</StatusBadge>;
  if (invited_until) {
    return <StatusBadge tone="warning">Convite até {formatDate(invited_until)}</StatusBadge>;
  }
  if (!signed_in_at) return <StatusBadge tone="neutral">Convite cancelado</StatusBadge>;
  return (
    <span>
      Entrou em {formatDateTime(signed_in_at)}
      {second_factor && <span className="block text-sm text-muted">Com duas etapas</span>}
    </span>
  );
}

type Step = { member: Member; kind: "invite" | "delete" };

const questions = {
  invite: {
    title: "Gerar outro link",
    confirm: "Gerar link",
    text: "A senha, as sessões e o link de antes deixam de valer. A pessoa escolhe outra senha pelo link novo.",
  },
  delete: {
    title: "Excluir da equipe",
    confirm: "Excluir",
    text: "A pessoa sai na hora e precisa de um novo convite para voltar. O que ela fez continua nos logs.",
  },
};

function useMemberActions(onInvited: (invited: Invited) => void) {
  const { act, pending } = useAction();
  const [step, setStep] = useState<Step>();
  const path = ({ id }: Member) => `/api/members/${id}` as const;
  const failed = "Erro ao mudar a equipe";
  async function confirm() {
    if (!step) return;
    const { member, kind } = step;
    const answer = await (kind === "invite"
      ? act<Invited>("POST", `${path(member)}/invitation`, { failed })
      : act<Invited>("DELETE", path(member), { done: `${member.name} saiu da equipe`, failed }));
    setStep(undefined);
    if (answer.ok && kind === "invite") onInvited(answer.data);
  }
  const change = (member: Member, changes: Partial<Member>, done: string) =>
    act("PATCH", path(member), {
      body: { ...changes, version: member.version },
      of: member.id,
      done,
      failed,
    });
  const question = step && questions[step.kind];
  return {
    render: (member: Member) => {
      const { name, role, active, invited_until } = member;
      const other = memberRoles.find((one) => one !== role) ?? role;
      return (
        <MoreMenu iconOnly label={`Mais: ${name}`}>
          {active && (
            <MenuItem
              icon="icon-[lucide--user-cog]"
              onAct={() =>
                change(
                  member,
                  { role: other },
                  `${name} agora é ${roleLabels[other].toLowerCase()}`,
                )
              }
            >
              Mudar para {roleLabels[other].toLowerCase()}
            </MenuItem>
          )}
          {active && (
            <MenuItem icon="icon-[lucide--link]" onAct={() => setStep({ member, kind: "invite" })}>
              Novo link
            </MenuItem>
          )}
          {invited_until && (
            <MenuItem
              icon="icon-[lucide--unlink]"
              onAct={() =>
                act("DELETE", `${path(member)}/invitation`, { done: "Convite cancelado", failed })
              }
            >
              Cancelar convite
            </MenuItem>
          )}
          <MenuItem
            icon={active ? "icon-[lucide--user-x]" : "icon-[lucide--user-check]"}
            onAct={() =>
              change(member, { active: !active }, active ? `${name} saiu` : `${name} pode entrar`)
            }
          >
            {active ? "Desativar" : "Reativar"}
          </MenuItem>
          {!active && (
            <MenuItem
              icon="icon-[lucide--trash-2]"
              danger
              onAct={() => setStep({ member, kind: "delete" })}
            >
              Excluir
            </MenuItem>
          )}
        </MoreMenu>
      );
    },
    dialog: (
      <ConfirmDialog
        open={step !== undefined}
        title={question?.title ?? ""}
        confirmLabel={question?.confirm ?? ""}
        variant={step?.kind === "delete" ? "danger" : "primary"}
        pending={pending !== undefined}
        onConfirm={confirm}
        onClose={() => setStep(undefined)}
      >
        {question?.text}
      </ConfirmDialog>
    ),
  };
}

function NewMemberForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const form = useApiForm({
    schema: newMemberSchema,
    send: (request) => callApi<Invited>("POST", "/api/members", request),
    onDone(invited, reset) {
      reset();
      onInvited(invited);
    },
  });
  return (
    <ApiForm form={form} submitLabel="Convidar">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Nome" maxLength={60} autoComplete="off" {...form.field("name")} />
        <TextField
          label="E-mail"
          type="email"
          hint="Para entrar no painel."
          autoComplete="off"
          {...form.field("email")}
        />
        <ChoiceField
          label="Acesso"
          className="sm:col-span-2"
          defaultValue={memberRoles[0]}
          choices={memberRoles.map((role) => [role, roleLabels[role]])}
          hint={memberRoles
            .map((role) => `${roleLabels[role]}: ${roleDescriptions[role]}`)
            .join(" ")}
          {...form.field("role")}
        />
      </div>
    </ApiForm>
  );
}
