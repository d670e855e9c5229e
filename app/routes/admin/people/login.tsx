import { type ReactNode, useState } from "react";
import { type Location, redirect, useLocation, useNavigate, useSearchParams } from "react-router";
import type { Problem } from "#app/client/api-request.ts";
import { toast } from "#app/client/toast.ts";
import { shopContext } from "#app/context.ts";
import { loginTexts, readCookie, returnPath, sessionCookie } from "#app/domain/people/rules.ts";
import { loginSchema } from "#app/domain/people/schema.ts";
import { PasswordField } from "#app/routes/admin/kit/fields/fields.tsx";
import { callApi } from "#app/routes/admin/kit/session/call-api.ts";
import {
  type RememberedSession,
  rememberSession,
} from "#app/routes/admin/kit/session/session-store.ts";
import { useApiForm } from "#app/routes/admin/kit/session/use-api-form.ts";
import { hasSessionEnded, useReturningSession } from "#app/routes/admin/kit/session/use-session.ts";
import { Alert } from "#app/routes/admin/kit/states.tsx";
import { useSiteName } from "#app/routes/admin/layout-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { Toasts } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/login";
import "#app/routes/admin/admin.css";

/** A signed-in user is redirected to the requested page. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const token = readCookie(request.headers.get("Cookie"), sessionCookie);
  const session = token && (await context.get(shopContext).people.resumeSession(token));
  if (session) throw redirect(returnPath(url.searchParams.get("next")));
  return null;
}

export function headers() {
  return { "Cache-Control": "no-store" };
}

export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { state }: Location<unknown> = useLocation();
  const openRequestedPage = () => void navigate(returnPath(params.get("next")), { replace: true });
  useReturningSession(openRequestedPage);

  function enter(session: RememberedSession) {
    rememberSession(session);
    toast({
      title: "Login realizado com sucesso!",
      description: "Bem-vindo ao painel administrativo.",
    });
    openRequestedPage();
  }
  return (
    <LoginFrame title="Painel administrativo">
      {hasSessionEnded(state) && (
        <p role="alert" className="mb-4 rounded-md bg-info-soft p-3 text-info-ink">
          Sua sessão terminou. Entre de novo para continuar.
        </p>
      )}
      <LoginForm onEnter={enter} />
    </LoginFrame>
  );
}

/** The card of a page that has no session yet. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const siteName = useSiteName();
  return (
    <div className="admin grid place-items-center px-4 py-10">
      <title>{`Entrar · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <main className="w-full max-w-sm rounded-lg border border-line bg-background p-6 shadow-lift sm:p-8">
        <p className="text-muted">{siteName}</p>
        <h1 className="mb-6 text-2xl wrap-anywhere">{title}</h1>
        {children}
        <p className="mt-6 text-center">
          <a href="/" className="inline-flex min-h-11 items-center gap-2 underline">
            Voltar ao site
          </a>
        </p>
      </main>
      <Toasts />
    </div>
  );
}

/** E-mail and password, then the code of the second factor. All are sent together, so the server stores no intermediate state. */
function LoginForm({ onEnter }: { onEnter: (session: RememberedSession) => void }) {
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useApiForm({
    schema: codeAsked ? loginSchema.required() : loginSchema,
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
        <TextField label="E-mail" type="email" autoComplete="username" {...form.field("email")} />
        <PasswordField label="Senha" autoComplete="current-password" {...form.field("password")} />
      </div>
      {codeAsked && (
        <TextField
          label="Código"
          hint={`${loginTexts.codeRequired} Sem ele, use um código de recuperação.`}
          autoComplete="one-time-code"
          inputMode="text"
          autoFocus
          {...form.field("code")}
        />
      )}
      <Button type="submit" pending={form.pending} size="lg">
        {form.pending ? "Entrando..." : "Entrar"}
      </Button>
    </form>
  );
}

/** Undefined where the form already shows the reason. */
function explain({ type, status, title, detail }: Problem): string | undefined {
  if (type === "urn:pomar:code-required") return undefined;
  if (status === 429 || status === 503) return `${title}. ${detail ?? ""}`;
  return status === 401 || status === 403 ? title : loginTexts.failed;
}
