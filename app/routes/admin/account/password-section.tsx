import { useRevalidator } from "react-router";
import { longestPassword, shortestPassword } from "#app/domain/auth/rules.ts";
import { callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import {
  type RememberedSession,
  rememberSession,
} from "#app/routes/admin/session/session-store.ts";
import { useApiForm } from "#app/routes/admin/session/use-api-form.ts";
import { Alert } from "#app/routes/admin/ui/alert.tsx";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { PasswordField } from "#app/routes/admin/ui/password-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { showInstant } from "./instants.ts";

const required = {
  current_password: "Senha atual é obrigatória",
  new_password: "Nova senha é obrigatória",
};

export function PasswordSection({ email, changedAt }: { email: string; changedAt: string }) {
  const { revalidate } = useRevalidator();
  const form = useApiForm<RememberedSession>({
    required,
    send: ({ current_password, new_password }) =>
      callApi("POST", "/api/auth/password", { current_password, new_password }),
    onDone(session, element) {
      rememberSession(session);
      element.reset();
      toast({ title: "Senha alterada", description: "As outras sessões foram encerradas." });
      void revalidate();
    },
  });
  return (
    <FormSection
      title="Senha"
      description={`Alterada em ${showInstant(changedAt)}. Trocar a senha encerra todas as outras sessões.`}
    >
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        {form.problem && <Alert>{describeProblem(form.problem)}</Alert>}
        {/* Password managers want to know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          name="current_password"
          autoComplete="current-password"
          error={form.errors.current_password}
        />
        <PasswordField
          label="Nova senha"
          name="new_password"
          autoComplete="new-password"
          hint={`Pelo menos ${shortestPassword} caracteres. Uma frase é mais fácil de lembrar.`}
          minLength={shortestPassword}
          maxLength={longestPassword}
          error={form.errors.new_password}
        />
        <Button type="submit" pending={form.pending} className="self-start">
          {form.pending ? "Salvando..." : "Trocar senha"}
        </Button>
      </form>
    </FormSection>
  );
}
