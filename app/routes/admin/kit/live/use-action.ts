import { useState } from "react";
import type { Answer, Method } from "#app/client/api-request.ts";
import { useRefetch } from "#app/client/refetch.ts";
import { type Notice, toast } from "#app/client/toast.ts";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";

type Action<Data> = {
  body?: unknown;
  /** The notice of the success, or its title. */
  done?: string | ((data: Data) => Notice);
  /** Called after a success before the screen is refetched, such as to close a dialog. */
  onDone?: () => void;
  /** The title of the notice of a failure. */
  failed: string;
  /** The name that `pending` has during the request; the default is the path. */
  of?: string;
};

/** Sends a request, refetches the screen and shows the result. `pending` names the request in progress. */
export function useAction() {
  const refetch = useRefetch();
  const [pending, setPending] = useState<string>();
  async function act<Data = undefined>(
    method: Method,
    path: `/api/${string}`,
    { body, done, onDone, failed, of = path }: Action<Data>,
  ): Promise<Answer<Data>> {
    setPending(of);
    const answer = await callApi<Data>(method, path, body);
    if (answer.ok) onDone?.();
    await refetch();
    setPending(undefined);
    if (!answer.ok) showProblem(failed, answer.problem);
    else if (done) toast(typeof done === "string" ? { title: done } : done(answer.data));
    return answer;
  }
  return { act, pending };
}
