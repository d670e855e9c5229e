import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/routes/admin/session/call-api.ts";
import { useUnopened } from "./use-unopened.ts";

/** An order that is on screen is no longer new, on any device. Should telling the shop fail, it stays new. */
export function useOpening(id: string | undefined): void {
  const { revalidate } = useRevalidator();
  const unopened = useUnopened();
  const isNew = id !== undefined && unopened.includes(id);
  useEffect(() => {
    if (!isNew) return;
    void callApi("PUT", `/api/orders/${id}/opened`).then(({ ok }) => {
      if (ok) void revalidate();
    });
  }, [id, isNew, revalidate]);
}
