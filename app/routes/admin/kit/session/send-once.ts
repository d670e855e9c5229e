import { useRef } from "react";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { type Answer, callApi } from "./call-api.ts";

/** Returns a POST with an idempotency key that changes with the body: what is sent again is recorded once. */
export function useSendOnce<Data>() {
  const sent = useRef({ body: "", key: "" });
  return (path: `/api/${string}`, body: object): Promise<Answer<Data>> => {
    const text = JSON.stringify(body);
    if (sent.current.body !== text) sent.current = { body: text, key: randomId() };
    return callApi<Data>("POST", path, body, sent.current.key);
  };
}
