import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";
import { categoryAtPath } from "#app/domain/catalogue/rules.ts";
import type { Pages } from "#app/entry.server.tsx";
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
  /** The address under which a page is cached; undefined for targets that are rendered each time. */
  findAddress(target: string): PageAddress | undefined;
};

export type PageAddress = {
  address: string;
  /** The slug of the category whose page it is, or would be. */
  category: string | undefined;
  /** It contains a product, a group or another parameter: clients can make up any number of them. */
  hasValue: boolean;
};

export function createPageRoutes(routes: RouteManifest): PageRoutes {
  const pages = listPages(routes);
  /** The ids of the routes of each cacheable page, by its path; those of a category by their pattern. */
  const cacheable = new Map(
    pages.filter(isCacheable).map(({ pattern, ids }) => [pattern, ids] as const),
  );
  const findPage = (path: string) => pages.find((page) => page.path.test(path));

  return {
    findPattern(path) {
      const data = path.endsWith(".data") ? ".data" : "";
      const found = findPage(withoutSlash(pagePath(path)));
      return found && found.pattern + data;
    },
    findAddress(target) {
      const address = pageCacheKey(target);
      if (address === undefined) return undefined;
      const path = pathOf(address);
      const page = pagePath(path);
      const category = readCategory(page);
      const ids = cacheable.get(category === undefined ? page : categoryPattern);
      if (!ids) return undefined;
      if (path === address) return { address, category, hasValue: false };
      const query = new URLSearchParams(address.slice(path.length));
      // A typed search.
      if (query.has("q")) return undefined;
      const requested = query.get("_routes")?.split(",");
      if (requested?.some((id) => !ids.includes(id))) return undefined;
      // The ids are in one order, because the answer depends on which ones are named.
      if (requested) query.set("_routes", String(ids.filter((id) => requested.includes(id))));
      const hasValue = [...query.keys()].some((name) => name !== "_routes");
      return { address: `${path}?${query}`, category, hasValue };
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

/** Returns whether the path has no parameter: such patterns come before those with one, which their paths match too. */
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
