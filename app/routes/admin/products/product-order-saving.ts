import { toast } from "#app/client/toast.ts";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";

/** Saves the newest requested order. Loaded by the first move. */
export async function saveOrder(next: { current: readonly string[] | undefined }) {
  const ids = next.current;
  next.current = undefined;
  const answer = await callApi("PUT", `${productKind.path}/order`, { ids });
  if (answer.ok && next.current) return saveOrder(next);
  next.current = undefined;
  return answer;
}

export function showResult(answer: Awaited<ReturnType<typeof saveOrder>>): void {
  const id = "product-order";
  if (answer.ok) {
    toast({
      id,
      title: "Ordem atualizada",
      description: "A nova ordem dos produtos foi salva com sucesso.",
    });
  } else {
    showProblem(productKind.updateFailed, answer.problem, id);
  }
}
