import type { ReactNode } from "react";
import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { siteName } from "#app/domain/company/rules.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useSite } from "./site.ts";

/** Replaces a missing page, or one that could not be rendered. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return isConnectionLost(error) ? <NoConnection /> : <Failure />;
}

/** Address and text of each button; the first is the most useful one. */
type Way = readonly [to: string, label: string];

const goods: Way = ["/produtos", "Ver produtos"];
const start: Way = ["/", "Voltar para o início"];
const contact: Way = ["/contato", "Telefone e WhatsApp"];

export function NotFound() {
  return (
    <ErrorMessage
      icon="icon-[lucide--search]"
      title="Página não encontrada"
      text={<span lang="en">Oops! Page not found</span>}
      ways={[start, goods]}
    />
  );
}

/** `wanted` is the unreachable address, when it differs from the page's own. */
export function NoConnection({ wanted }: { wanted?: string }) {
  return (
    <ErrorMessage
      icon="icon-[lucide--wifi-off]"
      title="Sem conexão"
      text="Esta página ainda não está guardada neste aparelho. O catálogo e seu carrinho estão: um pedido é enviado quando a conexão voltar."
      ways={[useRetry(wanted), goods, contact]}
    />
  );
}

function Failure() {
  return (
    <ErrorMessage
      icon="icon-[lucide--circle-alert]"
      title="Algo deu errado por aqui"
      text="O problema é nosso e ficou registrado. Tente de novo: seu carrinho está guardado."
      ways={[useRetry(), start, contact]}
      reloads
    />
  );
}

const retryLabel = "Tentar de novo";

function useRetry(wanted?: string): Way {
  const { pathname, search } = useLocation();
  return [wanted ?? pathname + search, retryLabel];
}

type ErrorMessageProps = {
  icon: string;
  title: string;
  text: ReactNode;
  ways?: readonly Way[];
  /** The failure may have left the page's scripts in an invalid state: the buttons load the document again. */
  reloads?: boolean;
  children?: ReactNode;
};

export function ErrorMessage({ icon, title, text, ways, reloads, children }: ErrorMessageProps) {
  const settings = useSite()?.settings;
  return (
    <section className="message shell section">
      <title>{`${title} | ${siteName(settings ?? { site_name: null })}`}</title>
      <meta name="robots" content="noindex" />
      <span className="facet-small grid size-14 place-items-center bg-tint text-tint-ink">
        <span className={`${icon} size-8`} aria-hidden />
      </span>
      <h1 className="text-4xl">{title}</h1>
      <p className="max-w-prose text-lg">{text}</p>
      <p className="flex flex-wrap gap-3">
        {ways?.map(([to, label], index) => (
          <ButtonLink
            key={to + label}
            to={to}
            variant={index > 0 ? "outline" : undefined}
            size="lg"
            reloadDocument={reloads ?? label === retryLabel}
          >
            {label}
          </ButtonLink>
        ))}
        {children}
      </p>
    </section>
  );
}

// Messages of Chromium, Firefox and Safari for a request without response.
const fetchFailures = /failed to fetch|networkerror|load failed/i;

function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError && fetchFailures.test(error.message);
}
