import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** Goes with links that open a dialog, so that closing it is going back. */
export const openedFromPage = { openedFromPage: true };

/**
 * A dialog with an address of its own, the query parameter `name` on this page. `value` is what the address asks for;
 * links to `addressOf(value)` with the state `openedFromPage` open it, `close` returns to the page without it. Of the
 * other parameters only those `kept` go along: the server knows no others when it renders the links.
 */
export function useDialogAddress(name: string, kept: readonly string[] = []) {
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const value = query.get(name);
  // A second press on its way out must not go back twice.
  const closing = useRef(false);
  useEffect(() => {
    closing.current = value === null;
  }, [value]);

  function addressOf(next?: string): string {
    const params = new URLSearchParams();
    for (const key of kept) {
      const given = query.get(key);
      if (given !== null) params.set(key, given);
    }
    if (next !== undefined) params.set(name, next);
    return params.size > 0 ? `${pathname}?${params}` : pathname;
  }

  const closeTo = addressOf();
  function close() {
    if (closing.current) return;
    closing.current = true;
    if (isOpenedFromPage(state)) void navigate(-1);
    else void navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return { value, addressOf, closeTo, close };
}

function isOpenedFromPage(state: unknown): boolean {
  return typeof state === "object" && state !== null && "openedFromPage" in state;
}
