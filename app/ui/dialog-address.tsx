import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";

/**
 * State of a dialog in the query parameter `name`. Links to `addressOf(value)` open it, `close` returns to the page without
 * it. Of the other parameters only `preserved` ones stay in the links: the server knows no others when it renders them.
 */
export function useDialogAddress(name: string, preserved: readonly string[] = []) {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const value = query.get(name);
  // After the page was shown without the dialog, and with the same parameters, closing it navigates back.
  const pageBehind = useRef<string>(undefined);
  // A second press while it closes must not navigate back twice.
  const isClosing = useRef(false);
  function addressOf(next?: string): string {
    const params = new URLSearchParams();
    for (const key of preserved) {
      const given = query.get(key);
      if (given !== null) params.set(key, given);
    }
    if (next !== undefined) params.set(name, next);
    const search = String(params);
    return search ? `${pathname}?${search}` : pathname;
  }

  const closeTo = addressOf();
  // A layout effect, for a key pressed as soon as the dialog is visible.
  useLayoutEffect(() => {
    isClosing.current = value === null;
    if (value === null) pageBehind.current = closeTo;
  }, [value, closeTo]);

  function close() {
    if (isClosing.current) return;
    isClosing.current = true;
    if (pageBehind.current === closeTo) void navigate(-1);
    else void navigate(closeTo, { replace: true, preventScrollReset: true });
  }

  return { value, addressOf, closeTo, close };
}

/**
 * Returns the item that a dialog shows: `item` while `isShown`, then the last one, so that it stays visible while the dialog
 * closes.
 */
export function useLastShown<Item>(
  item: Item | undefined,
  isShown = item !== undefined,
): Item | undefined {
  const [last, setLast] = useState(item);
  if (isShown && item !== last) setLast(item);
  return isShown ? item : last;
}

type DialogLinkProps = Omit<ComponentProps<typeof Link>, "to" | "preventScrollReset"> & {
  to: string;
};

/** A link to a dialog with an address: on the dialog's own page it does not scroll. */
export function DialogLink({ to, ...rest }: DialogLinkProps) {
  const { pathname } = useLocation();
  return <Link {...rest} to={to} preventScrollReset={to.startsWith(`${pathname}?`)} />;
}
