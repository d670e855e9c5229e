import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import { categoryAtPath } from "#app/domain/catalogue/rules.ts";
import type { Pages } from "#app/entry.server.tsx";
import type { KnownValues } from "#app/server/public-reads.ts";
import { pageCacheKey, pathOf } from "#app/shared/paths.ts";

/** The routes of a build, or of `app/routes.ts`. */
export type RouteManifest = Record<
  string,
  Pick<ServerBuild["routes"][string] & object, "id" | "parentId" | "path" | "index">
>;

type Page = { pattern: string; path: RegExp; ids: string[] };

export type PageRoutes = {
  /** The pattern of a page's path or of its data's path, such as "/produtos/:category.data"; undefined for unknown paths. */
  findPattern(path: string): string | undefined;
  /**
   * The address under which a page is cached: one of a number that the catalogue and the routes limit, regardless of what clients
   * request. Undefined for other targets; "unknown values" when it needs a part of `known` that is missing.
   */
  findAddress(target: string, known: KnownValues): string | undefined;
};

export const unknownValues = "unknown values";
/** Not a possible slug. All unknown products, groups, recipes and categories share its page. */
const unknownSlug = "!";

export function createPageRoutes(routes: RouteManifest): PageRoutes {
  const pages = listPages(routes);
  /** The ids of the routes of each cacheable page, by its path; those of a category by their pattern. */
  const cacheable = new Map(
    pages.filter(isCacheable).map(({ pattern, ids }) => [pattern, ids] as const),
  );
  function findIds(page: string, { categories }: KnownValues) {
    const category = readCategory(page);
    if (category === undefined) return cacheable.get(page);
    if (!categories) return unknownValues;
    return categories.has(category) ? cacheable.get(categoryPattern) : undefined;
  }
  const findPage = (path: string) => pages.find((page) => page.path.test(path));

  return {
    findPattern(path) {
      const data = path.endsWith(".data") ? ".data" : "";
      const found = findPage(withoutSlash(pagePath(path)));
      return found && found.pattern + data;
    },
    findAddress(target, known) {
      const address = pageCacheKey(target);
      if (address === undefined) return undefined;
      const path = pathOf(address);
      const page = pagePath(path);
      const ids = findIds(page, known);
      if (ids === unknownValues || !ids) return ids;
      if (path === address) return address;
      if (!known.parameters) return unknownValues;
      const query = new URLSearchParams(address.slice(path.length));
      const requested = query.get("_routes")?.split(",");
      if (requested?.some((id) => !ids.includes(id))) return undefined;
      // In one order: the answer depends on which ones are named.
      if (requested) query.set("_routes", String(ids.filter((id) => requested.includes(id))));
      if (isUnlimited(query, known.parameters)) return undefined;
      return `${path}?${replaceUnknown(query, known.parameters)}`;
    },
  };
}

/** The page whose data a path is: "/sobre.data" is that of "/sobre", "/_.data" that of "/". */
function pagePath(path: string): string {
  if (path === "/_.data") return "/";
  return path.endsWith(".data") ? path.slice(0, -".data".length) : path;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** The routes that are no other's parent, without the one for all other paths. */
function listPages(routes: RouteManifest): Page[] {
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id }) => !parents.has(id))
    .map(({ id }) => {
      const chain = [...ancestors(routes, id)].reverse();
      const pattern = `/${chain.flatMap(({ path }) => path || []).join("/")}`;
      const source = pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+");
      return { pattern, path: new RegExp(`^${source}$`), ids: chain.map((route) => route.id) };
    })
    .filter(({ pattern }) => !pattern.includes("*"))
    .sort((one, other) => Number(isPlain(other)) - Number(isPlain(one)));
}

/** Before those with a parameter, which their paths match too. */
function isPlain({ pattern }: { pattern: string }): boolean {
  return !pattern.includes(":");
}

function* ancestors(routes: RouteManifest, id: string | undefined) {
  for (let route = routes[id ?? ""]; route; route = routes[route.parentId ?? ""]) yield route;
}

const categoryPattern = "/produtos/:category";

function isCacheable(page: Page): boolean {
  return isPlain(page) || page.pattern === categoryPattern;
}

/** The slug of the category whose page it would be. */
function readCategory(page: string): string | undefined {
  const segment = /^\/produtos\/([^/]+)$/.exec(page)?.[1];
  return segment === undefined ? undefined : categoryAtPath(segment);
}

type Parameters = NonNullable<KnownValues["parameters"]>;

/** Whether it is a typed search, or a page that does not exist. */
function isUnlimited(query: URLSearchParams, { pagina }: Parameters): boolean {
  const page = query.get("pagina");
  return query.has("q") || (page !== null && !pagina.has(page));
}

function replaceUnknown(query: URLSearchParams, known: Parameters): URLSearchParams {
  for (const [name, values] of Object.entries(known)) {
    const value = query.get(name);
    if (value !== null && !values.has(value)) query.set(name, unknownSlug);
  }
  return query;
}

/** React Router's server build, with what `entry.server.tsx` adds to it. */
export type PagesBuild = ServerBuild & {
  routes: RouteManifest;
  entry: { module: typeof import("#app/entry.server.tsx") };
};

const buildFolder = new URL("../../../build/", import.meta.url);

/** Files that browsers load. */
export const clientFolder = fileURLToPath(new URL("pages/client/", buildFolder));

/** Loads the pages of the last build and their routes. */
export async function loadPages(): Promise<{ pages: Pages; routes: RouteManifest }> {
  const build = (await import(new URL("pages/server/index.js", buildFolder).href)) as PagesBuild;
  return { pages: build.entry.module.createPages(build, "production"), routes: build.routes };
}
