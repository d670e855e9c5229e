import { useCallback } from "react";
import { useRevalidator } from "react-router";

let pendingCount = 0;

/** Whether the screen's data is being refetched: a navigation then interrupts the refetch and must load the data itself. */
export function isRefetching(): boolean {
  return pendingCount > 0;
}

/** Refetches the data of the screen; resolves when it is shown. */
export function useRefetch(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(async () => {
    pendingCount += 1;
    try {
      await revalidate();
    } finally {
      pendingCount -= 1;
    }
  }, [revalidate]);
}
