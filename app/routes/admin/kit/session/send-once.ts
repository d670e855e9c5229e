import { useRef } from "react";
import type { Answer } from "#app/client/api-request.ts";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { callApi } from "./call-api.ts";

/** Returns a POST with an idempotency key that changes with the body: a repeated request is recorded once. */
export function useSendOnce<Data>() {
  const lastRequest = useRef({ body: "", key: "" });
  return (path: `/api/${string}`, body: object): Promise<Answer<Data>> => {
    const text = JSON.stringify(body);
    if (lastRequest.current.body !== text) lastRequest.current = { body: text, key: randomId() };
    return callApi<Data>("POST", path, body, lastRequest.current.key);
  };
}
