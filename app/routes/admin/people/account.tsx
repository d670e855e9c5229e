import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { administratorContext, type LoaderShop, shopContext } from "#app/context.ts";
import { maxPasswordLength, minPasswordLength } from "#app/domain/people/rules.ts";
import { passwordChangeSchema } from "#app/domain/people/schema.ts";
import { formatDateTime } from "#app/routes/admin/kit/dates.ts";
import { PasswordField } from "#app/routes/admin/kit/fields/fields.tsx";
import { FormSection, PageHeader } from "#app/routes/admin/kit/page.tsx";
import { ApiForm } from "#app/routes/admin/kit/session/api-form.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import {
  type RememberedSession,
  rememberSession,
} from "#app/routes/admin/kit/session/session-store.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import type { Route } from "./+types/account";
import { SessionsSection, TokensSection } from "./access-sections.tsx";
import { MembersSection } from "./members-section.tsx";
import { PushSection } from "./push-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const session = context.get(administratorContext);
  const shop = context.get(shopContext);
  const account = await shop.people.readAccount(session, session.id);
  return { account, owner: session.role === "dono" ? await readOwnerSections(shop) : null };
}

async function readOwnerSections(shop: LoaderShop) {
  const [members, tokens, webhooks, deliveries, push] = await Promise.all([
    shop.people.listMembers(),
    shop.people.listApiTokens(),
    shop.outgoing.listWebhooks(),
    shop.outgoing.listWebhookDeliveries(),
    shop.outgoing.readPushState(),
  ]);
  return { members, tokens, webhooks, deliveries, push };
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { account, owner } = loaderData;
  const { email, password_changed_at, second_factor, sessions } = account;
  return (
    <>
      <PageHeader title="Conta" description={email} />
      {owner && <PushSection push={owner.push} />}
      <PasswordSection email={email} changedAt={password_changed_at} />
      <SecondFactorSection secondFactor={second_factor} />
      <SessionsSection sessions={sessions} />
      {owner && (
        <>
          <MembersSection members={owner.members} />
          <TokensSection tokens={owner.tokens} />
          <WebhooksSection webhooks={owner.webhooks} deliveries={owner.deliveries} />
        </>
      )}
    </>
  );
}

function PasswordSection({ email, changedAt }: { email: string; changedAt: string }) {
  const refetch = useRefetch();
  const form = useApiForm({
    schema: passwordChangeSchema,
    send: (body) => callApi<RememberedSession>("POST", "/api/auth/password", body),
    onDone(session, reset) {
      rememberSession(session);
      reset();
      toast({ title: "Senha alterada", description: "As outras sessões foram encerradas." });
      void refetch();
    },
  });
  return (
    <FormSection
      title="Senha"
      description={`Alterada em ${formatDateTime(changedAt)}. Trocar a senha encerra todas as outras sessões.`}
    >
      <ApiForm form={form} submitLabel={form.pending ? "Salvando..." : "Trocar senha"}>
        {/* Password managers read this field. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          {...form.field("current_password")}
        />
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          hint={`Pelo menos ${minPasswordLength} caracteres. Uma frase é mais fácil de lembrar.`}
          minLength={minPasswordLength}
          maxLength={maxPasswordLength}
          {...form.field("new_password")}
        />
      </ApiForm>
    </FormSection>
  );
}
