/** The patterns of pages as `app/routes.ts` has them. */
const pagePatterns = [
  "/",
  "/produtos",
  "/produtos/:category",
  "/receitas",
  "/sobre",
  "/contato",
  "/politicas",
  "/sem-conexao",
  "/admin",
  "/admin/login",
  "/admin/products",
  "/admin/recipes",
  "/admin/orders",
  "/admin/orders/:id/print",
  "/admin/settings",
  "/admin/account",
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
];

const pages = pagePatterns.map((pattern) => ({
  pattern,
  path: new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
}));

const unknownPage = "(unknown page)";

/** The pattern of a path that is no API route's: a page, its data, a picture or a file. Paths nobody serves share one. */
export function routeName(path: string): string {
  if (path.startsWith("/media/")) return "/media/*";
  if (path.startsWith("/assets/")) return "/assets/*";
  if (/\.(?:ico|png|svg)$/.test(path)) return "(file)";
  const [, page = path, data = ""] = /^(.*?)(\.data)$/.exec(path) ?? [];
  const plain = page === "/_root" ? "/" : page.replace(/(?<=.)\/$/, "");
  const known = pages.find((one) => one.path.test(plain));
  return known ? known.pattern + data : unknownPage;
}
