import { useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/**
 * A dialog with an address of its own, the query parameter `name` on this page. `value` is what the address asks for;
 * links to `addressOf(value)` open it, `close` returns to the page without it. Of the other parameters only those
 * `kept` go along: the server knows no others when it renders the links.
 */
export function useDialogAddress(name: string, kept: readonly string[] = []) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const value = query.get(name);
  // Once the page has been seen without the dialog, closing it is going back there.
  const pageLiesBehind = useRef(false);
  // A second press on its way out must not go back twice.
  const closing = useRef(false);
  // In time for a key that is pressed as soon as the dialog is there.
  useLayoutEffect(() => {
    closing.current = value === null;
    pageLiesBehind.current ||= value === null;
  }, [value]);

  function addressOf(next?: string): string {
    const params = new URLSearchParams();
    for (const key of kept) {
      const given = query.get(key);
      if (given !== null) params.set(key, given);
    }
    if (next !== undefined) params.set(name, next);
    const search = String(params);
    return search ? `${pathname}?${search}` : pathname;
  }

  const closeTo = addressOf();
  function close() {
    if (closing.current) return;
    closing.current = true;
    if (pageLiesBehind.current) void navigate(-1);
    else void navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return { value, addressOf, closeTo, close };
}
