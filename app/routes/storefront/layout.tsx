import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { Toasts } from "#app/ui/toasts.tsx";
import { useFocusOnNewPage } from "#app/ui/use-focus-on-new-page.ts";
import { ErrorPage } from "./error-page.tsx";
import { BottomBar } from "./layout-bottom-bar.tsx";
import { Footer } from "./layout-footer.tsx";
import { Header } from "./layout-header.tsx";
import { Offline } from "./layout-offline.tsx";
import { NavigationProgress } from "./layout-progress.tsx";
import { CartProvider } from "./purchase/cart-provider.tsx";
import { useSite } from "./site.ts";

const noSettings = {
  delivery_settings: { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 },
  payment_methods: null,
};

export default function StorefrontLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that failed leaves header, cart and footer in their places. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}

/** What stands around every page of the shop. */
function Frame({ children }: { children: ReactNode }) {
  const settings = useSite()?.settings ?? noSettings;
  const main = useFocusOnNewPage();
  return (
    <CartProvider settings={settings}>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-md bg-foreground px-4 py-3 font-semibold text-background focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Pular para o conteúdo
      </a>
      <NavigationProgress />
      <Header />
      <Offline />
      <main id="conteudo" ref={main} tabIndex={-1} className="outline-none focus:shadow-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
      <Toasts />
    </CartProvider>
  );
}
