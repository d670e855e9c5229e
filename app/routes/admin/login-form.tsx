import { useState } from "react";
import { loginTexts } from "#app/domain/auth/rules.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { callApi, type Problem } from "./session/call-api.ts";
import type { RememberedSession } from "./session/session-store.ts";
import { useApiForm } from "./session/use-api-form.ts";
import { Alert } from "./ui/alert.tsx";
import { PasswordField } from "./ui/password-field.tsx";

const required = { email: "E-mail é obrigatório", password: "Senha é obrigatória" };
const requiredCode = { code: "Código é obrigatório" };

/** E-mail and password, then a code where the second factor is on; both go out together, so nothing waits on the server. */
export function LoginForm({ onEnter }: { onEnter: (session: RememberedSession) => void }) {
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useApiForm<RememberedSession>({
    required: codeAsked ? { ...required, ...requiredCode } : required,
    async send(login) {
      const answer = await callApi<RememberedSession>("POST", "/api/auth/login", login);
      if (!answer.ok && answer.problem.type === "urn:pomar:code-required") setCodeAsked(true);
      return answer;
    },
    onDone: onEnter,
  });
  const message = form.problem && explain(form.problem);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {message && <Alert>{message}</Alert>}
      <div hidden={codeAsked} className="flex flex-col gap-4 [&[hidden]]:hidden">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          error={form.errors.email}
        />
        <PasswordField
          label="Senha"
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
        />
      </div>
      {codeAsked && (
        <TextField
          label="Código"
          name="code"
          hint={`${loginTexts.codeRequired} Sem ele, use um código de recuperação.`}
          autoComplete="one-time-code"
          inputMode="text"
          autoFocus
          error={form.errors.code}
        />
      )}
      <Button type="submit" pending={form.pending} size="lg">
        {form.pending ? "Entrando..." : "Entrar"}
      </Button>
    </form>
  );
}

/** Undefined where the form itself already says it. */
function explain({ type, status, title, detail }: Problem): string | undefined {
  if (type === "urn:pomar:code-required") return undefined;
  if (status === 429 || status === 503) return `${title}. ${detail ?? ""}`;
  return status === 401 || status === 403 ? title : loginTexts.failed;
}
