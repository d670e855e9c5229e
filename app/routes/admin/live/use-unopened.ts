import { useRouteLoaderData } from "react-router";
import { mostUnopened } from "#app/domain/orders/rules.ts";
import type { loader } from "#app/routes/admin/layout.tsx";

const none: readonly string[] = [];

/** The ids of the orders that nobody has opened; none where the layout's data is missing, as on some error pages. */
export function useUnopened(): readonly string[] {
  return useRouteLoaderData<typeof loader>("routes/admin/layout")?.unopened ?? none;
}

/** '7', '99+'; empty when there is none. */
export function showUnopened({ length }: readonly string[]): string {
  if (length === 0) return "";
  return length < mostUnopened ? String(length) : `${mostUnopened - 1}+`;
}
