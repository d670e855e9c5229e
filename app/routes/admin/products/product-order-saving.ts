import { toast } from "#app/client/toast.ts";
import type { ProductMove } from "#app/domain/catalogue/schema.ts";
import type { RowPosition } from "#app/domain/editing/schema.ts";
import { productKind } from "#app/routes/admin/editing/row-kinds.ts";
import { type Answer, callApi, noAnswer, showProblem } from "#app/routes/admin/session/call-api.ts";

export type Move = { id: string; to: ProductMove };

/** Saves the moves and those added meanwhile; after a failure the others are dropped. Loaded by the first move. */
export async function saveMoves(moves: Move[]): Promise<Answer<RowPosition>> {
  let answer: Answer<RowPosition> = noAnswer;
  for (let move = moves.shift(); move; move = moves.shift()) {
    answer = await callApi<RowPosition>("POST", `${productKind.path}/${move.id}/move`, move.to);
    if (!answer.ok) moves.length = 0;
  }
  return answer;
}

export function showResult(answer: Answer<RowPosition>): void {
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
