import { type Location, redirect, useLocation, useNavigate, useSearchParams } from "react-router";
import { shopContext } from "#app/context.ts";
import { readCookie, returnPath, sessionCookie } from "#app/domain/auth/rules.ts";
import { toast } from "#app/ui/toast.ts";
import { Toasts } from "#app/ui/toasts.tsx";
import type { Route } from "./+types/login";
import { useSite } from "./layout-site.ts";
import { LoginForm } from "./login-form.tsx";
import { type RememberedSession, rememberSession } from "./session/session-store.ts";
import { useReturningSession } from "./session/use-returning-session.ts";
import { hasEnded } from "./session/use-session.ts";
import "./ui/admin.css";

/** Who is signed in already goes on to where they were going. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const token = readCookie(request.headers.get("Cookie"), sessionCookie);
  const session = token && (await context.get(shopContext).auth.resumeSession(token));
  if (session) throw redirect(returnPath(url.searchParams.get("next")));
  return null;
}

export function headers() {
  return { "Cache-Control": "no-store" };
}

export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { siteName } = useSite();
  const { state }: Location<unknown> = useLocation();
  const goOn = () => void navigate(returnPath(params.get("next")), { replace: true });
  useReturningSession(goOn);

  function enter(session: RememberedSession) {
    rememberSession(session);
    toast({
      title: "Login realizado com sucesso!",
      description: "Bem-vindo ao painel administrativo.",
    });
    goOn();
  }
  return (
    <div className="admin grid place-items-center px-4 py-10">
      <title>{`Entrar · ${siteName}`}</title>
      <meta name="robots" content="noindex" />
      <main className="w-full max-w-sm rounded-lg border border-line bg-background p-6 shadow-lift sm:p-8">
        <p className="text-muted">{siteName}</p>
        <h1 className="mb-6 text-2xl">Painel administrativo</h1>
        {hasEnded(state) && (
          <p role="alert" className="mb-4 rounded-md bg-info-soft p-3 text-info-ink">
            Sua sessão terminou. Entre de novo para continuar.
          </p>
        )}
        <LoginForm onEnter={enter} />
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
