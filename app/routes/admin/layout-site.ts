import { useRouteLoaderData } from "react-router";
import { siteName } from "#app/domain/settings/rules.ts";
import type { loader } from "#app/root.tsx";

/** The shop whose back office this is; on an error page it may have to do without its settings. */
export function useSite() {
  const settings = useRouteLoaderData<typeof loader>("root")?.settings;
  return { settings, siteName: siteName(settings ?? { site_name: null }) };
}
