import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * A ref for a layout's `main`: a navigation moves the focus there, so that keyboard and screen reader start at the new page,
 * or to the element in it that has `data-first-focus`.
 */
export function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    const first = main.current?.querySelector<HTMLElement>("[data-first-focus]");
    (first ?? main.current)?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
