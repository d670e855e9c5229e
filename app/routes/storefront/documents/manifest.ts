import { shopContext } from "#app/context.ts";
import { siteName } from "#app/domain/settings/rules.ts";
import { deriveTheme, toCss } from "#app/domain/settings/theme.ts";
import type { Route } from "./+types/manifest";

/** The web app manifest. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await context.get(shopContext).readSettings();
  const name = siteName(settings);
  const theme = deriveTheme(settings.colors);
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: settings.seo_default.description,
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: toCss(theme.background),
    theme_color: toCss(theme.primary),
    categories: ["food", "shopping"],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  });
}
