import { useEffect, useState } from "react";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import type {
  LinkedChange,
  OrderPreview,
  OrderPreviewRequest,
} from "#app/domain/orders/links/schema.ts";

/** Why an order cannot be changed so. */
export type Problem = { kind: string; text: string; lines?: readonly LineChange[] };

const noConnection: Problem = {
  kind: "no-connection",
  text: "Não foi possível falar com a loja. Confira a conexão e tente de novo.",
};

/** Undefined when it is saved. */
export async function sendChange(
  linkRef: string,
  body: LinkedChange,
  key: string,
): Promise<Problem | undefined> {
  const answer = await post(linkRef, "/changes", body, { "Idempotency-Key": key });
  return answer.ok ? undefined : answer.problem;
}

/** Presses of a stepper follow each other fast. */
const delayMs = 250;
const retryDelayMs = 3000;

/** The answer to the request `text`, asked for the `attempt`th time. */
type PreviewAnswer = { text: string; attempt: number; preview?: OrderPreview; problem?: Problem };

/**
 * What the order would cost with these items; neither until the shop has answered: until then `last` is the
 * answer to the request before. Another `attempt` asks again.
 */
export function useOrderPreview(
  linkRef: string,
  request: OrderPreviewRequest,
  attempt: number,
): Pick<PreviewAnswer, "preview" | "problem"> & { last?: OrderPreview | undefined } {
  const text = JSON.stringify(request);
  const [answer, setAnswer] = useState<PreviewAnswer>();
  useEffect(() => {
    const controller = new AbortController();
    async function ask() {
      const body: OrderPreviewRequest = JSON.parse(text);
      if (body.items.length === 0) {
        setAnswer({ text, attempt, problem: { kind: "empty", text: emptyText } });
        return;
      }
      const result = await post(linkRef, "/changes/preview", body, {}, controller.signal);
      if (controller.signal.aborted) return;
      setAnswer(
        result.ok
          ? { text, attempt, preview: result.body as OrderPreview }
          : { text, attempt, problem: result.problem },
      );
      if (!result.ok && result.problem === noConnection) timer = setTimeout(ask, retryDelayMs);
    }
    let timer = setTimeout(ask, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [linkRef, text, attempt]);
  const isCurrent = answer?.text === text && answer.attempt === attempt;
  return isCurrent ? answer : { last: answer?.preview };
}

const emptyText = "O pedido precisa de pelo menos um item. Para não levar nada, cancele-o.";

type Answer = { ok: true; body: unknown } | { ok: false; problem: Problem };

async function post(
  linkRef: string,
  path: string,
  body: object,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(`/api/order-links/${linkRef}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    const answer = await response.json();
    return response.ok ? { ok: true, body: answer } : { ok: false, problem: toProblem(answer) };
  } catch {
    return { ok: false, problem: noConnection };
  }
}

type ProblemBody = {
  type: string;
  title: string;
  detail?: string;
  lines?: LineChange[];
  errors?: { message: string }[];
};

function toProblem({ type, title, detail, lines, errors }: ProblemBody): Problem {
  const kind = type.replace("urn:pomar:", "");
  if (lines) return { kind, lines, text: "Nem tudo está à venda assim agora. Veja na lista." };
  const reasons = errors?.map(({ message }) => message).join(" ");
  return { kind, text: reasons || [title, detail].filter(Boolean).join(". ") };
}
