import { useEffect, useState } from "react";
import { type Problem, sendRequest } from "#app/client/api-request.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import type {
  LinkedChange,
  OrderPreview,
  OrderPreviewRequest,
} from "#app/domain/orders/links/schema.ts";

/** The rejection of a change of an order. */
export type ChangeProblem = { kind: string; text: string; lines?: readonly LineChange[] };

const noConnection: ChangeProblem = {
  kind: "no-connection",
  text: "Não foi possível falar com a loja. Confira a conexão e tente de novo.",
};

/** Saves a change; undefined on success. */
export async function sendChange(
  linkRef: string,
  body: LinkedChange,
  key: string,
): Promise<ChangeProblem | undefined> {
  const headers = { "Idempotency-Key": key };
  const answer = await sendRequest("POST", `/api/order-links/${linkRef}/changes`, body, {
    headers,
  });
  return answer.ok ? undefined : toProblem(answer.problem);
}

/** The delay makes one request of fast presses of a stepper. */
const delayMs = 250;
const retryDelayMs = 3000;

/** The answer to an attempt to send the request `text`. */
type PreviewAnswer = {
  text: string;
  attempt: number;
  preview?: OrderPreview;
  problem?: ChangeProblem;
};

/**
 * Asks what the order would cost with these items, or why it cannot have them. Until the shop has answered there is neither, and
 * `previous` is the answer to the request before. A new `attempt` sends the same request again.
 */
export function useOrderPreview(
  linkRef: string,
  request: OrderPreviewRequest,
  attempt: number,
): Pick<PreviewAnswer, "preview" | "problem"> & { previous?: OrderPreview | undefined } {
  const text = JSON.stringify(request);
  const [answer, setAnswer] = useState<PreviewAnswer>();
  useEffect(() => {
    const controller = new AbortController();
    async function requestPreview() {
      const body: OrderPreviewRequest = JSON.parse(text);
      if (body.items.length === 0) {
        setAnswer({ text, attempt, problem: { kind: "empty", text: emptyText } });
        return;
      }
      const { signal } = controller;
      const path = `/api/order-links/${linkRef}/changes/preview` as const;
      const result = await sendRequest<OrderPreview>("POST", path, body, { signal });
      if (signal.aborted) return;
      if (result.ok) {
        setAnswer({ text, attempt, preview: result.data });
        return;
      }
      const problem = toProblem(result.problem);
      setAnswer({ text, attempt, problem });
      if (problem === noConnection) timer = setTimeout(requestPreview, retryDelayMs);
    }
    let timer = setTimeout(requestPreview, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [linkRef, text, attempt]);
  const isCurrent = answer?.text === text && answer.attempt === attempt;
  return isCurrent ? answer : { previous: answer?.preview };
}

const emptyText = "O pedido precisa de pelo menos um item. Para não levar nada, cancele-o.";

/** A price or stock that changed is shown at its line. An answer that is not the shop's own is none. */
function toProblem(problem: Problem & { lines?: readonly LineChange[] }): ChangeProblem {
  const { status, type, title, detail, lines, errors } = problem;
  if (status === 0 || type === "about:blank") return noConnection;
  const kind = type.replace("urn:pomar:", "");
  if (lines) return { kind, lines, text: "Nem tudo está à venda assim agora. Veja na lista." };
  const reasons = errors?.map(({ message }) => message).join(" ");
  return { kind, text: reasons || [title, detail].filter(Boolean).join(". ") };
}
