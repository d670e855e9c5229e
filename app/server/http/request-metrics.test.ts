import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { routePattern } from "./request-metrics.ts";

type Route = {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Route[] | undefined;
};

function patternsOf(entries: readonly Route[], base = ""): string[] {
  return entries.flatMap(({ path, children }) => {
    const here = path === undefined ? base : `${base}/${path}`;
    return children ? patternsOf(children, here) : [here || "/"];
  });
}

test("every page of app/routes.ts has its own pattern", () => {
  const patterns = patternsOf(routes).filter((pattern) => !pattern.includes("*"));
  const visited = patterns.map((pattern) => pattern.replace(/:\w+/g, "x-1"));
  expect(visited.map(routePattern)).toEqual(patterns);
});

test("page data has its own pattern, and a trailing slash is ignored", () => {
  expect(routePattern("/_root.data")).toBe("/.data");
  expect(routePattern("/produtos/pescados.data")).toBe("/produtos/:category.data");
  expect(routePattern("/receitas/")).toBe("/receitas");
});
