import { ButtonLink } from "#app/ui/button.tsx";

/** To the order as a page of paper. */
export function PrintLink({ id, iconOnly = false }: { id: string; iconOnly?: boolean }) {
  const label = `Imprimir pedido #${id.slice(-8)}`;
  return (
    <ButtonLink
      look={iconOnly ? "ghost" : "outline"}
      size={iconOnly ? "icon" : "md"}
      to={`/admin/orders/${id}/print`}
      aria-label={label}
      title={label}
    >
      <span className="icon-[lucide--printer] size-5" aria-hidden />
      {!iconOnly && "Imprimir"}
    </ButtonLink>
  );
}
