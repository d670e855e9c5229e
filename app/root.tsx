import bricolage from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import { type ReactNode, useContext, useEffect, useLayoutEffect, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { whenIdle } from "#app/client/browser-fallbacks.ts";
import type { PageHandle } from "#app/client/changes.ts";
import { keepDataOfFailedRefetch, recordShownRoutes } from "#app/client/refetch.ts";
import { categoryLabel } from "#app/domain/catalogue/rules.ts";
import { describeCompany } from "#app/domain/company/company.ts";
import { siteSettings } from "#app/domain/company/public-settings.ts";
import { themeStyle } from "#app/domain/company/theme.ts";
import { pick } from "#app/shared/pick.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { Route } from "./+types/root";
import { shopContext } from "./context.ts";
import { ErrorPage } from "./routes/storefront/frame/error-page.tsx";
import { ServerContext, type SiteData } from "./routes/storefront/frame/site.ts";
import "./root.css";

export async function loader({ context, request }: Route.LoaderArgs): Promise<SiteData> {
  const shop = context.get(shopContext);
  const [settings, categories] = await Promise.all([
    shop.delivery.readPublicSettings(),
    shop.catalogue.listVisibleCategories(),
  ]);
  return {
    origin: new URL(request.url).origin,
    settings: pick(settings, [...siteSettings, "delivery_choice", "price_table"]),
    company: describeCompany(settings),
    // Without the picture storage the name is shown.
    logoRatio: await shop.media.readRatio(settings.logo).catch(() => undefined),
    theme: themeStyle(settings.colors),
    categories: categories.map((one) => ({
      slug: one.slug,
      label: categoryLabel(one),
      tint: one.tint ?? undefined,
    })),
  };
}

/** The data are not loaded again at navigations; a change of the settings refetches them. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href;
}

export const handle: PageHandle = { shows: ["settings", "categories", "delivery_zones"] };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepDataOfFailedRefetch];

export function links(): Route.LinkDescriptors {
  return [
    ...[figtree, bricolage].map((href) => ({
      rel: "preload" as const,
      as: "font" as const,
      type: "font/woff2",
      href,
      crossOrigin: "anonymous" as const,
      // On a phone they leave the connection to the styles and scripts: see `fonts.css`.
      media: "(width >= 48rem)",
    })),
  ];
}

/** An open keyboard shrinks the page, so that a dialog's footer stays above it. */
const viewport = "width=device-width, initial-scale=1, interactive-widget=resizes-content";

export function Layout({ children }: { children: ReactNode }) {
  const site = useRouteLoaderData<typeof loader>("root");
  const server = useContext(ServerContext);
  const matches = useMatches();
  const isBackOffice = matches.some(({ id }) => id.startsWith("routes/admin/"));
  // The routes are recorded before the effects of the page, which may refetch its data.
  useLayoutEffect(() => recordShownRoutes(matches), [matches]);
  return (
    <html
      lang="pt-BR"
      data-area={isBackOffice ? "admin" : "storefront"}
      data-build={server.build}
      style={site?.theme ?? server.theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={viewport} />
        <Meta />
        <link rel="manifest" href={`${isBackOffice ? "/admin" : ""}/manifest.webmanifest`} />
        <link rel="icon" href={isBackOffice ? "/admin-icon.svg" : "/icone.svg"} />
        <link rel="apple-touch-icon" href={isBackOffice ? "/admin-icon-192.png" : "/icone.svg"} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  // Marks the page as hydrated, for the error handler in entry.client.tsx and for tests.
  useEffect(() => document.documentElement.setAttribute("data-hydrated", ""), []);
  return (
    <>
      <Outlet />
      <Connectivity />
    </>
  );
}

/** Used when the settings could not be read or a layout failed. */
export function ErrorBoundary() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}

const liveUpdates = lateComponent(
  () => import("#app/ui/live-updates.tsx"),
  ({ LiveUpdates }) => LiveUpdates,
);

/** The connection to the shop, once the page is idle. */
function Connectivity() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const LiveUpdates = useLateComponent(liveUpdates, isIdle);
  return LiveUpdates && <LiveUpdates />;
}
