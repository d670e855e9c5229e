import { isRouteErrorResponse, type UIMatch } from "react-router";
import { loginPath } from "#app/shared/paths.ts";
import { announceSignedOut } from "../changes.ts";

type ShownRoutes = readonly Pick<UIMatch, "id" | "loaderData">[];
type Results = Record<string, { type: "data" | "error"; result: unknown }>;

let reading: { address: string; shown: Record<string, unknown>; failed: boolean } | undefined;

/**
 * Reads the page's data anew behind the visitor's back: should that fail, the page stays as it is and no error takes its
 * place. `routes` are those of `useMatches`, `revalidate` is of `useRevalidator`. Resolves with whether all of it was read.
 */
export async function readQuietly(
  routes: ShownRoutes,
  revalidate: () => Promise<void>,
): Promise<boolean> {
  const shown = Object.fromEntries(routes.map(({ id, loaderData }) => [id, loaderData]));
  const own = { address: location.href, shown, failed: false };
  reading = own;
  await revalidate();
  if (reading === own) reading = undefined;
  return !own.failed;
}

/** The root's client middleware, through which `readQuietly` works. */
export async function keepShownPage(
  { request }: { request: Request },
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  // A walk to another page that came between shows its failure as ever.
  if (reading?.address !== request.url) return results;
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type === "data" || !(id in reading.shown)) continue;
    // Followed here, it would take away what is unsaved on the page without a question.
    if (isWayToLogin(result)) announceSignedOut();
    else if (isAnswer(result)) continue;
    results[id] = { type: "data", result: reading.shown[id] };
    reading.failed = true;
  }
  return results;
}

function isWayToLogin(result: unknown): boolean {
  return result instanceof Response && !!result.headers.get("Location")?.startsWith(loginPath);
}

/** Where the shop leads elsewhere or says that there is no such page, it has been reached. */
function isAnswer(result: unknown): boolean {
  return result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);
}
