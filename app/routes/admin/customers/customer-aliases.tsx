import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Alias } from "#app/domain/customers/conversations/schema.ts";
import { ActionRow } from "#app/routes/admin/kit/action-row.tsx";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";

type CustomerAliasesProps = { customerId: string; aliases: readonly Alias[] };

/** The customer's names for products, learned from pasted conversations. */
export function CustomerAliases({ customerId, aliases }: CustomerAliasesProps) {
  const refetch = useRefetch();
  if (aliases.length === 0) return null;

  async function restore({ words, product_id, unit }: Alias) {
    const body = { text: words, product_id, unit };
    const answer = await callApi("POST", `/api/customers/${customerId}/aliases`, body);
    if (!answer.ok) showProblem("Erro ao desfazer", answer.problem);
    await refetch();
  }

  async function remove(alias: Alias) {
    const path = `/api/customers/${customerId}/aliases/${alias.id}` as const;
    const answer = await callApi("DELETE", path);
    if (!answer.ok) return showProblem("Erro ao excluir o nome", answer.problem);
    await refetch();
    toast({ title: "Nome excluído", undo: () => void restore(alias) });
  }

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
