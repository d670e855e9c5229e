import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "./ui/page-header.tsx";

/** In place of a screen that is not there or could not be made. */
export function AdminErrorPage() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <PageHeader
        title={isMissing ? "Não encontrado" : "Algo deu errado por aqui"}
        description={
          isMissing
            ? "Isto não existe mais, ou o endereço mudou."
            : "O problema é nosso e ficou registrado. Espere um instante e tente de novo."
        }
      />
      <p className="flex flex-wrap gap-3">
        {!isMissing && (
          <ButtonLink to={pathname + search} reloadDocument>
            Tentar de novo
          </ButtonLink>
        )}
        <ButtonLink to="/admin" look="outline" reloadDocument>
          Ir para o dashboard
        </ButtonLink>
      </p>
    </>
  );
}
