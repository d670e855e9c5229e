import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * For a layout's `main`: after a walk to another page the keyboard and the screen reader start at its contents, not at
 * the old link's place.
 */
export function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
