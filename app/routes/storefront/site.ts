import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** Origin and settings from the root loader; undefined on an error page without them. */
export function useSite() {
  return useRouteLoaderData<typeof loader>("root");
}
