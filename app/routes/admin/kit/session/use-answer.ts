import { useEffect, useState } from "react";
import type { Answer } from "#app/client/api-request.ts";
import { callApi } from "./call-api.ts";

/**
 * The answer to a GET: undefined without a path and before the first answer. It is sent again when the path changes, or the
 * `version` of what it depends on.
 */
export function useAnswer<Data>(
  path: `/api/${string}` | undefined,
  version?: unknown,
): Answer<Data> | undefined {
  const [last, setLast] = useState<{ path: string; answer: Answer<Data> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is asked for anew.
  useEffect(() => {
    if (path === undefined) return setLast(undefined);
    let isCurrent = true;
    void callApi<Data>("GET", path).then((answer) => {
      if (isCurrent) setLast({ path, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [path, version]);
  return last && last.path === path ? last.answer : undefined;
}
