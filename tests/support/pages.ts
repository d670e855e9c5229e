import type { APIRequestContext } from "@playwright/test";
import { printSheets } from "#app/domain/day/roles.ts";
import { screens } from "#app/routes/admin/screens.ts";
import { dayOf } from "#app/shared/days.ts";

/** Every address a visitor can come to, by what it shows. */
export const publicPages = {
  home: "/",
  categories: "/produtos",
  pulps: "/produtos/polpas-de-frutas",
  fruits: "/produtos/frutas-congeladas",
  ice: "/produtos/gelo-saborizado",
  fish: "/produtos/pescados",
  "a product": "/produtos/polpas-de-frutas?produto=polpa-de-acai-100-g",
  search: "/busca",
  "quick order": "/pedido-rapido",
  "my orders": "/meus-pedidos",
  "a customer's area": "/cliente",
  lists: "/lista",
  recipes: "/receitas",
  "a recipe": "/receitas?receita=moqueca-de-pescada-com-camarao",
  about: "/sobre",
  contact: "/contato",
  policies: "/politicas",
} as const;

/** Every address of the back office, in a shop with products, orders and customers. */
export async function listOfficePages(request: APIRequestContext): Promise<string[]> {
  const first = async (path: string): Promise<string> =>
    (await (await request.get(`/api/${path}?limit=1`)).json()).items[0].id;
  const [product, order, customer] = await Promise.all(
    ["products", "orders", "customers"].map(first),
  );
  const tabs = ["content", "about", "seo", "appearance", "payments", "contact", "audit"];
  const day = `/admin/day/${dayOf(new Date())}`;
  return [
    ...screens.map(({ to }) => to),
    ...tabs.map((tab) => `/admin/settings?tab=${tab}`),
    "/admin/products?editar=novo",
    `/admin/products?editar=${product}`,
    "/admin/recipes?editar=novo",
    `/admin/stock/products/${product}`,
    `/admin/orders?pedido=${order}`,
    "/admin/orders/new",
    `/admin/orders/${order}/print`,
    `/admin/customers/${customer}`,
    ...["conta", "area", "cadastro"].map(
      (section) => `/admin/customers/${customer}?secao=${section}`,
    ),
    `/admin/customers/${customer}/statement`,
    ...Object.keys(printSheets).map((sheet) => `${day}/print?folha=${sheet}`),
    `${day}/labels`,
    "/admin/help/importar-produtos",
    signInPage,
  ];
}

/** The page of visitors who are not signed in. */
export const signInPage = "/admin/login";
