import { isRouteErrorResponse, type UIMatch } from "react-router";
import { loginPath } from "#app/shared/paths.ts";
import { publishSignedOut } from "./changes.ts";

type ShownRoutes = readonly Pick<UIMatch, "id" | "loaderData">[];
type Results = Record<string, { type: "data" | "error"; result: unknown }>;

let refetch: { address: string; shown: Record<string, unknown>; hasFailed: boolean } | undefined;

/**
 * Refetches the page's data in the background: when that fails the page stays as it is, without an error page. `routes` are
 * those of `useMatches`, `revalidate` is that of `useRevalidator`. Resolves with whether all of it was fetched.
 */
export async function refetchQuietly(
  routes: ShownRoutes,
  revalidate: () => Promise<void>,
): Promise<boolean> {
  const shown = Object.fromEntries(routes.map(({ id, loaderData }) => [id, loaderData]));
  const own = { address: location.href, shown, hasFailed: false };
  refetch = own;
  await revalidate();
  if (refetch === own) refetch = undefined;
  return !own.hasFailed;
}

/** The root's client middleware, which `refetchQuietly` needs. */
export async function keepDataOfFailedRefetch(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  // A navigation that started meanwhile shows its own failure.
  if (refetch?.address !== request.url) return results;
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type === "data" || !(id in refetch.shown)) continue;
    // Following this redirect would discard unsaved input without a question.
    if (isLoginRedirect(result)) publishSignedOut();
    else if (isServerResponse(result)) continue;
    results[id] = { type: "data", result: refetch.shown[id] };
    refetch.hasFailed = true;
  }
  return results;
}

function isLoginRedirect(result: unknown): boolean {
  return result instanceof Response && !!result.headers.get("Location")?.startsWith(loginPath);
}

/** A redirect or a missing page is not a failure. */
function isServerResponse(result: unknown): boolean {
  return result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);
}
