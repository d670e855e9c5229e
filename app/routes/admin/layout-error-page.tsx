import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { screenAt } from "./layout-links.ts";
import { PageHeader } from "./ui/page-header.tsx";

const missing = {
  title: "Não encontrado",
  description: "Isto não existe mais, ou o endereço mudou.",
};
const broken = {
  title: "Algo deu errado por aqui",
  description: "O problema é nosso e ficou registrado. Espere um instante e tente de novo.",
};

/** In place of a screen that is not there or could not be made. */
export function AdminErrorPage() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const { title, description } = isMissing ? missing : (screenAt(pathname)?.failed ?? broken);
  return (
    <>
      <PageHeader title={title} description={description} />
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
