import { useCallback, useState } from "react";
import { readCookie } from "#app/domain/auth/rules.ts";

/** How the sidebar stands in wide windows. */
export type SidebarState = "expanded" | "collapsed";

const cookie = "sidebar_state";
const week = 7 * 24 * 60 * 60;

/** As the browser left it last time, within the week. */
export function sidebarStateIn(cookies: string | null): SidebarState {
  return readCookie(cookies, cookie) === "collapsed" ? "collapsed" : "expanded";
}

/** Remembered in a cookie, so that the server draws the page as it will stay. */
export function useSidebarState(initial: SidebarState) {
  const [state, setState] = useState(initial);
  const toggle = useCallback(() => {
    setState((before) => {
      const next = before === "expanded" ? "collapsed" : "expanded";
      remember(next);
      return next;
    });
  }, []);
  return [state, toggle] as const;
}

// The newer cookieStore is missing where the page came without encryption.
function remember(state: SidebarState, page: Pick<Document, "cookie"> = document): void {
  page.cookie = `${cookie}=${state}; path=/admin; max-age=${week}; samesite=lax`;
}
