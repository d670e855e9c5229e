/** The query parameters that pages know, by where the page lives. Anything else in a query is noise. */
const knownParameters: { page: RegExp; parameter: string }[] = [
  { page: /^\/produtos\/[^/]+$/, parameter: "produto" },
  { page: /^\/receitas$/, parameter: "categoria" },
  { page: /^\/receitas$/, parameter: "receita" },
];

const plainPath = /^(?:\/[a-z0-9._-]+)*\/?$/;
const notKept = /^\/(?:api|admin|media|metrics)(?:\/|\.|$)/;
const routeIds = /^[a-z0-9/,._$-]{1,300}$/;
const longestValue = 200;

/**
 * The one address under which a page is kept: path without closing slash, then the parameters that this page knows, in
 * fixed order. Undefined for what is never kept: the back office, other spellings of a path (the router reads "/SOBRE"
 * and "/%73obre" too), and parameters no honest link has.
 */
export function pageAddress(target: string): string | undefined {
  const queryAt = target.indexOf("?");
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  if (!plainPath.test(path) || notKept.test(path)) return undefined;
  const page = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (queryAt < 0) return page;
  const kept = knownQuery(page, new URLSearchParams(target.slice(queryAt)));
  if (kept === undefined || kept.size === 0) return kept && page;
  return `${page}?${kept}`;
}

/** What of a query the page knows; undefined when a value could not have come from a link of ours. */
function knownQuery(page: string, given: URLSearchParams): URLSearchParams | undefined {
  const known = new URLSearchParams();
  const [, name = page, data] = /^(.*)(\.data)$/.exec(page) ?? [];
  for (const { page: pattern, parameter } of knownParameters) {
    const value = pattern.test(name) ? given.get(parameter) : null;
    if (value && value.length > longestValue) return undefined;
    if (value) known.set(parameter, value);
  }
  // Which loaders a navigation asks for, where it does not need them all.
  const routes = data ? given.get("_routes") : null;
  if (routes && !routeIds.test(routes)) return undefined;
  if (routes) known.set("_routes", routes);
  return known;
}
