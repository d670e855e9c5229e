import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** The site's address and settings, which the root loaded; undefined on an error page that stands without them. */
export function useSite() {
  return useRouteLoaderData<typeof loader>("root");
}
