import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import type { Alias } from "#app/domain/customers/conversations/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";

type CustomerAliasesProps = { customerId: string; aliases: readonly Alias[] };

/** What the customer calls the products, as the seller assigned it in a pasted conversation. */
export function CustomerAliases({ customerId, aliases }: CustomerAliasesProps) {
  const refetch = useRefetch();
  if (aliases.length === 0) return null;

  async function restore({ words, product_id, unit }: Alias) {
    const body = { text: words, product_id, unit };
    const answer = await callApi("POST", `/api/customers/${customerId}/aliases`, body);
    if (!answer.ok) showProblem("Erro ao desfazer", answer.problem);
    await refetch();
  }

  async function forget(alias: Alias) {
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
          <li
            key={alias.id}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1"
          >
            <span className="wrap-anywhere">
              “{alias.words}”
              <span className="block text-sm text-muted">
                {alias.product_name} · {alias.unit}
              </span>
            </span>
            <Allowed area="customers">
              <Button
                variant="outline"
                size="compact"
                onClick={() => forget(alias)}
                aria-label={`Excluir o nome ${alias.words}`}
              >
                Excluir
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
