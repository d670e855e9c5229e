import { redirect } from "react-router";
import { movedAdminPaths } from "#app/shared/moved-paths.ts";
import type { Route } from "./+types/moved";

/** A former address leads to the present one, with what follows and the query. */
export function loader({ request, params }: Route.LoaderArgs): never {
  const { pathname, search } = new URL(request.url);
  const former = Object.keys(movedAdminPaths).find((path) => pathname.startsWith(path)) ?? "";
  const rest = params["*"] ? `/${params["*"]}` : "";
  throw redirect(`${movedAdminPaths[former] ?? "/admin"}${rest}${search}`, 301);
}
