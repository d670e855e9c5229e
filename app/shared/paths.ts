export const adminPath = "/admin";
export const loginPath = "/admin/login";

/** Whether a path belongs to the back office. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(?:\/|$)/.test(pathname);
}

/** The query parameters that each page uses. All others are dropped from the cache key, and those without effect. */
const queryParameters: { page: RegExp; parameter: string; unless?: string }[] = [
  { page: /^\/produtos\/[^/]+$/, parameter: "produto" },
  { page: /^\/produtos\/[^/]+$/, parameter: "grupo", unless: "produto" },
  { page: /^\/receitas$/, parameter: "categoria" },
  { page: /^\/receitas$/, parameter: "receita" },
];

/** Whether a path is the page of one order, or its data: private, and open to anyone with its address. */
export function isOrderPath(pathname: string): boolean {
  return /^\/pedido\//i.test(pathname);
}

const productTextsFile = "/textos.json";

/** Where the texts of a category's product dialogs are, given the path of its page. */
export function productTextsPath(categoryPath: string): string {
  return categoryPath + productTextsFile;
}

/** Whether a path is data of a public page: the loaders' or the dialogs'. */
export function isPageData(pathname: string): boolean {
  return pathname.endsWith(".data") || pathname.endsWith(productTextsFile);
}

/** The path of a request target or address, without its query. */
export function pathOf(target: string): string {
  const queryAt = target.indexOf("?");
  return queryAt < 0 ? target : target.slice(0, queryAt);
}

const plainPath = /^(?:\/[a-z0-9._-]+)*\/?$/;
const uncachedPath = /^\/(?:api|admin|media|metrics|pedido)(?:\/|\.|$)/;
const routeIds = /^[a-z0-9/,._$-]{1,300}$/;
const maxParameterLength = 200;

/**
 * Key of a public page in the page cache and in the service worker's cache: the path without closing slash, then the
 * page's own parameters in fixed order. Undefined for uncached targets: the back office and the API, other spellings of
 * a path (the router accepts "/SOBRE" and "/%73obre"), and parameter values that no link of the shop contains.
 */
export function pageCacheKey(target: string): string | undefined {
  const path = pathOf(target);
  if (!plainPath.test(path) || uncachedPath.test(path)) return undefined;
  const page = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (path === target) return page;
  const query = pageQuery(page, new URLSearchParams(target.slice(path.length)));
  if (query === undefined) return undefined;
  const search = String(query);
  return search ? `${page}?${search}` : page;
}

function pageQuery(page: string, given: URLSearchParams): URLSearchParams | undefined {
  const query = new URLSearchParams();
  const [, name = page, data] = /^(.*)(\.data)$/.exec(page) ?? [];
  for (const { page: pattern, parameter, unless = "" } of queryParameters) {
    const value = pattern.test(name) && !query.has(unless) ? given.get(parameter) : null;
    if (value && value.length > maxParameterLength) return undefined;
    if (value) query.set(parameter, value);
  }
  // The loaders that a client-side navigation requests, when it does not need all of them.
  const routes = data ? given.get("_routes") : null;
  if (routes && !routeIds.test(routes)) return undefined;
  if (routes) query.set("_routes", routes);
  return query;
}
