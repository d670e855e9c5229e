import { data } from "react-router";
import { roleTexts } from "#app/domain/auth/roles.ts";
import { PageHeader } from "#app/routes/admin/ui/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";

/** Where the layout leads from a page that the role may not open: an error in its middleware would lose the layout. */
export function loader() {
  return data(null, 403);
}

export default function NoAccessPage() {
  return (
    <>
      <PageHeader title="Não permitido para o seu acesso" />
      <p className="mb-4 text-muted">{roleTexts.ownerOnly}</p>
      <ButtonLink to="/admin/orders">Ir para os pedidos</ButtonLink>
    </>
  );
}
