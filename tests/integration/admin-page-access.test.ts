import type { RouteConfigEntry } from "@react-router/dev/routes";
import {
  createStaticHandler,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
} from "react-router";
import { beforeEach, expect, test } from "vitest";
import { shopContext } from "#app/context.ts";
import { type MemberRole, memberRoles } from "#app/domain/people/roles.ts";
import { middleware } from "#app/routes/admin/layout.tsx";
import { loader as movedLoader } from "#app/routes/admin/moved.ts";
import { canOpen } from "#app/routes/admin/screens.ts";
import sourceRoutes from "#app/routes.ts";
import { createShop } from "#app/shop.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { memberCookie, sessionCookie } from "./admin-session.ts";

const { database } = await openTestDatabase();
let owner = "";
beforeEach(async () => {
  owner = await sessionCookie(database);
});

const shop = createShop({
  database,
  postalCodes: { find: async () => ({ ok: false, reason: "unavailable" }) },
  pictures: createMemoryPictures(),
});

const office = sourceRoutes.find(({ path, children }) => path === "admin" && children);

/** The pages of the back office with its middleware, and nothing to load. */
function toRoute({ id, path, index, children }: RouteConfigEntry): RouteObject {
  const route = { id: id ?? path, path, loader: () => null };
  if (index) return { ...route, id: "dashboard", index } as RouteObject;
  return { ...route, ...(children && { children: children.map(toRoute) }) } as RouteObject;
}
if (!office) throw new Error("the back office has no routes");
const layout = { ...toRoute(office), middleware: middleware as RouteObject["middleware"] };
const router = createStaticHandler([{ id: "root", path: "", children: [layout as RouteObject] }]);

/** Returns the address that the page redirects to; undefined when the page is shown. */
async function open(address: string, Cookie: string): Promise<string | undefined> {
  const requestContext = new RouterContextProvider();
  requestContext.set(shopContext, shop);
  const request = new Request(`https://loja.example${address}`, { headers: { Cookie } });
  const answer = await router.query(request, {
    requestContext,
    generateMiddlewareResponse: async (query) => {
      await query(request);
      return new Response();
    },
  });
  if (!(answer instanceof Response)) throw new Error("the middleware did not run");
  return answer.headers.get("Location") ?? undefined;
}

/** Spellings that the router accepts for one page. */
function spellingsOf(path: string): string[] {
  const last = path.at(-1) ?? "";
  const escaped = `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`;
  return [path, `${path}/`, `${path}//`, path.toUpperCase(), escaped];
}

const paths = (office.children ?? []).map(({ path = "" }) => `/admin/${path}`.replace(/\/$/, ""));

test.each(memberRoles)(
  "%s opens the same pages in every spelling of an address",
  async (role: MemberRole) => {
    const Cookie = await memberCookie(database, role);
    expect(paths).toContain("/admin/orders/new");
    for (const path of paths) {
      const address = path.replace(/:\w+/g, "x");
      for (const spelling of spellingsOf(address)) {
        const isShown = (await open(spelling, Cookie)) === undefined;
        expect(isShown, spelling).toBe(canOpen(role, path));
      }
    }
  },
);

test("a reader opens no form, and the administrator every page", async () => {
  const Cookie = await memberCookie(database, "consulta");
  for (const address of spellingsOf("/admin/orders/new")) {
    expect(await open(address, Cookie)).toBe("/admin/account/access");
  }
  for (const path of paths) {
    expect(await open(path.replace(/:\w+/g, "x"), owner), path).toBeUndefined();
  }
});

test("former addresses lead to the present ones, with what follows and the query", async () => {
  const moved = sourceRoutes.filter(({ file }) => file === "routes/admin/moved.ts");
  const former = createStaticHandler(
    moved.map(({ path, id }) => ({ path, id, loader: movedLoader as unknown as LoaderFunction })),
  );
  const follow = async (address: string) => {
    const answer = await former.query(new Request(`https://loja.example${address}`));
    return answer instanceof Response ? answer.headers.get("Location") : undefined;
  };
  for (const [address, target] of [
    ["/admin/a-receber", "/admin/receivables"],
    ["/admin/caixa?dia=2026-08-03", "/admin/cash?dia=2026-08-03"],
    ["/admin/vendas?por=customer&de=2026-08-01", "/admin/sales?por=customer&de=2026-08-01"],
    ["/admin/tabelas/", "/admin/price-tables"],
    ["/admin/ajuda/importar-produtos", "/admin/help/importar-produtos"],
    ["/admin/convite/abc", "/admin/invitation/abc"],
  ] as const) {
    expect(await follow(address), address).toBe(target);
  }
});
