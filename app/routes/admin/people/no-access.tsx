import { data } from "react-router";
import { roleTexts } from "#app/domain/people/roles.ts";
import { PageHeader } from "#app/routes/admin/kit/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/no-access";

/** Answers the layout's redirect from a page that the role may not open: an error in its middleware would lose the layout. */
export function loader() {
  return data(roleTexts.ownerOnly, 403);
}

export default function NoAccessPage({ loaderData: reason }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Não permitido para o seu acesso" />
      <p className="mb-4 text-muted">{reason}</p>
      <ButtonLink to="/admin/orders">Ir para os pedidos</ButtonLink>
    </>
  );
}
