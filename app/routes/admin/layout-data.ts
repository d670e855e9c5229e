import { useRouteLoaderData } from "react-router";
import { siteName } from "#app/domain/company/rules.ts";
import type { Role } from "#app/domain/people/roles.ts";
import type { loader } from "#app/root.tsx";
import { maxPendingCount } from "#app/shared/order-status.ts";

/** The sidebar in wide windows. */
export type SidebarState = "expanded" | "collapsed";

/** The data that every screen of the back office loads. */
export type LayoutData = {
  session: { email: string; expires_at: string };
  role: Role;
  sidebar: SidebarState;
  /** The ids of the orders that were never opened, newest first. */
  unopened: string[];
  /** The number of orders that wait for the seller, up to `maxPendingCount`. */
  pending: number;
  /** True if the database found its files damaged. */
  isDatabaseDamaged: boolean;
  /** The guides that the palette finds. */
  guides: GuideTitle[];
};

export type GuideTitle = { slug: string; title: string };

const none: readonly never[] = [];

/** The shop's name; the default one on an error page without settings. */
export function useSiteName(): string {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  return siteName(settings ?? { site_name: null });
}

/** The role of the user; the administrator's where the layout's data is missing. */
export function useRole(): Role {
  return useLayoutData()?.role ?? "dono";
}

/** The ids of the orders that were never opened; none where the layout's data is missing, as on some error pages. */
export function useUnopenedOrders(): readonly string[] {
  return useLayoutData()?.unopened ?? none;
}

/** The guides of the help; none where the layout's data is missing. */
export function useGuides(): readonly GuideTitle[] {
  return useLayoutData()?.guides ?? none;
}

function useLayoutData(): LayoutData | undefined {
  return useRouteLoaderData("routes/admin/layout") as LayoutData | undefined;
}

/** The number of pending orders: '7', '99+'; empty when there is none. */
export function usePendingCount(): string {
  const pending = useLayoutData()?.pending ?? 0;
  if (pending === 0) return "";
  return pending < maxPendingCount ? String(pending) : `${maxPendingCount - 1}+`;
}
