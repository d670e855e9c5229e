export const adminPath = "/admin";
export const loginPath = "/admin/login";

/** Returns whether a path belongs to the back office. */
export function isAdminPath(pathname: string): boolean {
  return /^\/admin(?:\/|$)/.test(pathname);
}

const pageNumbers = /^(?:[2-9]|[1-9]\d{1,3})$/;

/** The number of the page of a list in an address; 1 for a value that no link has. */
export function readPageNumber(query: URLSearchParams): number {
  const value = query.get("pagina") ?? "";
  return pageNumbers.test(value) ? Number(value) : 1;
}

/** The query parameters that each page uses. All others are dropped from the cache key, and those without effect. */
const queryParameters: { page: RegExp; parameter: string; unless?: string; values?: RegExp }[] = [
  { page: /^\/produtos\/[^/]+$/, parameter: "produto" },
  { page: /^\/produtos\/[^/]+$/, parameter: "grupo", unless: "produto" },
  { page: /^\/produtos\/[^/]+$/, parameter: "pagina", unless: "produto", values: pageNumbers },
  // The page's data have no results: scripts ask the API for them.
  { page: /^\/busca$/, parameter: "q" },
  { page: /^\/receitas(?:\.data)?$/, parameter: "categoria" },
  { page: /^\/receitas(?:\.data)?$/, parameter: "receita" },
];

/** The folders of pages and files that anyone with the link may open. */
const linkFolders = [
  "pedido",
  "extrato",
  "repeticao",
  "t",
  "catalogo",
  "dia",
  "admin/invitation",
  "admin/convite",
];
const linkPath = new RegExp(`^/(?:${linkFolders.join("|")})/`, "i");

/** Returns whether a path is a page that anyone with its address may open, or its data. */
export function isLinkPath(pathname: string): boolean {
  return linkPath.test(pathname);
}

/** The page of an order, from its number and token. */
export function orderPath(ref: string): string {
  return `/pedido/${ref}`;
}

/** The page of a customer's statement, from the customer's id and a token. */
export function statementPath(ref: string): string {
  return `/extrato/${ref}`;
}

/** The page of orders that repeat, from the id of a series or customer and a token. */
export function seriesPath(ref: string): string {
  return `/repeticao/${ref}`;
}

/** A catalogue as a file, from its name. */
export function catalogueFilePath(name: string): string {
  return `/catalogo/${name}`;
}

/** The customer's area, and the link that opens it once: the token is in the fragment, which no server and no preview sees. */
export const areaPath = "/cliente";
export const areaLinkMark = "#entrar=";

/** The link that puts a price table on the device, and the form that takes it off. */
export function tablePath(token: string): string {
  return `/t/${token}`;
}
export const leavePath = "/t/sair";

/** Returns whether a path is the page of a day or its data: the administrator's, or that of a helper. */
export function isDayPath(pathname: string): boolean {
  return /^\/(?:admin\/day|dia\/[\w-]+)(?:\.data)?$/.test(pathname);
}

/** The first products of each category with all texts, which browsers cache for use without connection. */
export const cachedProductsPath = "/produtos.json";

/** Returns whether a path is data of a public page: the loaders', or that of pages without connection. */
export function isPageData(pathname: string): boolean {
  return pathname.endsWith(".data") || pathname === cachedProductsPath;
}

/** The path of a request target or address, without its query. */
export function pathOf(target: string): string {
  const queryAt = target.indexOf("?");
  return queryAt < 0 ? target : target.slice(0, queryAt);
}

const plainPath = /^(?:\/[a-z0-9._-]+)*\/?$/;
const uncachedPath = new RegExp(
  `^/(?:api|admin|media|metrics|${linkFolders.join("|")})(?:/|\\.|$)`,
);
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
  for (const { page: pattern, parameter, unless = "", values } of queryParameters) {
    const value = pattern.test(page) && !query.has(unless) ? given.get(parameter) : null;
    if (!value || values?.test(value) === false) continue;
    if (value.length > maxParameterLength) return undefined;
    query.set(parameter, value);
  }
  // The loaders that a client-side navigation requests, when it does not need all of them.
  const routes = page.endsWith(".data") ? given.get("_routes") : null;
  if (routes && !routeIds.test(routes)) return undefined;
  if (routes) query.set("_routes", routes);
  return query;
}

/** The address of a recipe's dialog. */
export function recipePath(recipe: { slug: string }): string {
  return `/receitas?receita=${encodeURIComponent(recipe.slug)}`;
}
