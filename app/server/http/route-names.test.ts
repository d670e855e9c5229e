import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { routeName } from "./route-names.ts";

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

test("every page there is has a name of its own", () => {
  const patterns = patternsOf(routes).filter((pattern) => !pattern.includes("*"));
  const visited = patterns.map((pattern) => pattern.replace(/:\w+/g, "x-1"));
  expect(visited.map(routeName)).toEqual(patterns);
});

test("a page's data is told from the page, and a closing slash is none", () => {
  expect(routeName("/_root.data")).toBe("/.data");
  expect(routeName("/produtos/pescados.data")).toBe("/produtos/:category.data");
  expect(routeName("/receitas/")).toBe("/receitas");
});
