import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every page: Portuguese paths, English files. */
export default [
  layout("routes/storefront/frame/layout.tsx", [
    index("routes/storefront/home/home.tsx"),
    route("produtos", "routes/storefront/catalogue/categories.tsx"),
    route("produtos/:category", "routes/storefront/catalogue/category.tsx"),
    route("busca", "routes/storefront/catalogue/search.tsx"),
    route("pedido-rapido", "routes/storefront/quick-order/quick-order.tsx"),
    route("receitas", "routes/storefront/recipes/recipes.tsx"),
    route("sobre", "routes/storefront/company/about.tsx"),
    route("contato", "routes/storefront/company/contact.tsx"),
    route("politicas", "routes/storefront/company/policies.tsx"),
    route("pedido/:ref", "routes/storefront/order/order-page.tsx"),
    route("meus-pedidos", "routes/storefront/my-orders/my-orders.tsx"),
    route("lista", "routes/storefront/lists/shared-list.tsx"),
    route("sem-conexao", "routes/storefront/frame/no-connection.tsx"),
    route("*", "routes/storefront/frame/not-found.tsx"),
  ]),
  route("admin/login", "routes/admin/login.tsx"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard/dashboard.tsx"),
    route("products", "routes/admin/products/products.tsx"),
    route("recipes", "routes/admin/recipes/recipes.tsx"),
    route("orders", "routes/admin/orders/orders.tsx"),
    route("orders/:id/print", "routes/admin/orders/order-print.tsx"),
    route("settings", "routes/admin/settings/settings.tsx"),
    route("account", "routes/admin/account/account.tsx"),
  ]),
  route("produtos.json", "routes/storefront/documents/cached-products.ts"),
  route("sitemap.xml", "routes/storefront/documents/sitemap.ts"),
  route("feeds/meta.csv", "routes/storefront/documents/meta-feed.ts"),
  route("robots.txt", "routes/storefront/documents/robots.ts"),
  route("llms.txt", "routes/storefront/documents/llms.ts"),
  route("admin/manifest.webmanifest", "routes/admin/manifest.ts"),
  route("manifest.webmanifest", "routes/storefront/documents/manifest.ts"),
] satisfies RouteConfig;
