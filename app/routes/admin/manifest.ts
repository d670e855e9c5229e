import { shopContext } from "#app/context.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import type { Route } from "./+types/manifest";

/** The web app manifest of the back office, an app of its own beside the shop's. */
export async function loader({ context }: Route.LoaderArgs) {
  const name = siteName(await context.get(shopContext).readSettings());
  const manifest = {
    id: "/admin",
    name: `${name}: administração`,
    short_name: "Administração",
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/admin",
    scope: "/admin",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#0f172a",
    icons: [
      { src: "/admin-icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/admin-icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/admin-icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/admin-icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [{ name: "Pedidos", url: "/admin/orders" }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  });
}
