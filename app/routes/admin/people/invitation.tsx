import { data, useNavigate } from "react-router";
import { describeProblem } from "#app/client/api-request.ts";
import { shopContext } from "#app/context.ts";
import { maxPasswordLength, minPasswordLength } from "#app/domain/people/rules.ts";
import { invitationAnswerSchema } from "#app/domain/people/schema.ts";
import { PasswordField } from "#app/routes/admin/kit/fields/fields.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import {
  type RememberedSession,
  rememberSession,
} from "#app/routes/admin/kit/session/session-store.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/invitation";
import { LoginFrame } from "./login.tsx";

/** An invitation that is not valid is 404, so that wrong links are counted. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const invitation = await context.get(shopContext).people.findInvitation(params.token);
  return data({ invitation: invitation ?? null }, invitation ? 200 : 404);
}

/** The page on which a member chooses a password and enters. */
export default function InvitationPage({ loaderData, params }: Route.ComponentProps) {
  const { invitation } = loaderData;
  const siteName = useSiteName();
  return (
    <LoginFrame title={invitation ? `Olá, ${invitation.name}` : "Este convite não vale mais"}>
      {invitation ? (
        <>
          <p className="mb-4 text-muted">
            Você foi convidado para o painel de {siteName}. Escolha a sua senha; o seu e-mail para
            entrar é <strong className="wrap-anywhere">{invitation.email}</strong>.
          </p>
          <PasswordForm email={invitation.email} token={params.token} />
        </>
      ) : (
        <p className="text-muted">
          Ele já foi usado, venceu ou foi cancelado. Peça outro link a quem administra a loja. Se
          você já escolheu a sua senha,{" "}
          <a href="/admin/login" className="underline">
            entre por aqui
          </a>
          .
        </p>
      )}
    </LoginFrame>
  );
}

function PasswordForm({ email, token }: { email: string; token: string }) {
  const navigate = useNavigate();
  const form = useApiForm({
    schema: invitationAnswerSchema,
    send: (body) => callApi<RememberedSession>("POST", `/api/invitations/${token}`, body),
    onDone(session) {
      rememberSession(session);
      void navigate("/admin", { replace: true });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
      {/* Password managers read this field. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        hint={`Pelo menos ${minPasswordLength} caracteres. Uma frase é mais fácil de lembrar.`}
        minLength={minPasswordLength}
        maxLength={maxPasswordLength}
        {...form.field("password")}
      />
      <Button type="submit" pending={form.pending} size="lg">
        Criar senha e entrar
      </Button>
    </form>
  );
}
