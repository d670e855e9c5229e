import type { Alias } from "#app/domain/customers/conversations/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { ActionRow } from "#app/routes/admin/kit/lists/action-row.tsx";
import { useAction } from "#app/routes/admin/kit/live/use-action.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { Button } from "#app/ui/button.tsx";

type CustomerAliasesProps = { customerId: string; aliases: readonly Alias[] };

/** The customer's names for products, learned from pasted conversations. */
export function CustomerAliases({ customerId, aliases }: CustomerAliasesProps) {
  const { act } = useAction();
  if (aliases.length === 0) return null;

  const path = `/api/customers/${customerId}/aliases` as const;
  const restore = ({ words, product_id, unit }: Alias) =>
    act("POST", path, { body: { text: words, product_id, unit }, failed: "Erro ao desfazer" });
  const remove = (alias: Alias) =>
    act("DELETE", `${path}/${alias.id}`, {
      done: () => ({ title: "Nome excluído", undo: () => void restore(alias) }),
      failed: "Erro ao excluir o nome",
    });

  return (
    <FormSection
      title="Como chama os produtos"
      description="Aprendido nas conversas coladas em Novo pedido. Vale só para este cliente."
    >
      <ul className="divide-y divide-line">
        {aliases.map((alias) => (
          <ActionRow
            key={alias.id}
            text={`“${alias.words}”`}
            detail={`${alias.product_name} · ${alias.unit}`}
          >
            <Allowed area="customers">
              <Button
                variant="outline"
                size="compact"
                onClick={() => remove(alias)}
                aria-label={`Excluir o nome ${alias.words}`}
              >
                Excluir
              </Button>
            </Allowed>
          </ActionRow>
        ))}
      </ul>
    </FormSection>
  );
}
