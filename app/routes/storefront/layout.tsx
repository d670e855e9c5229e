import { type ReactNode, useEffect, useState } from "react";
import { Outlet, useNavigation } from "react-router";
import { whenIdle } from "#app/client/when-idle.ts";
import { Price } from "#app/ui/price.tsx";
import { Toasts } from "#app/ui/toasts.tsx";
import { useFocusOnNewPage } from "#app/ui/use-focus-on-new-page.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { ErrorPage } from "./error-page.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useCart } from "./purchase/cart-context.tsx";
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

/** A failed page is shown with header, cart and footer. */
export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}

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

/** A line at the top edge while a navigation loads; its animation delay hides it in fast ones. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="navigation-progress" />;
}

/** On phones, while the cart is not empty: number of items, total, and a button that opens the cart. */
function BottomBar() {
  const { totalItems, total, openCart } = useCart();
  const isShown = totalItems > 0;
  useEffect(() => {
    document.body.classList.toggle("has-bottom-bar", isShown);
    return () => document.body.classList.remove("has-bottom-bar");
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 bg-background p-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-bar md:hidden"
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={openCart}
        className="flex min-h-13 w-full items-center gap-3 rounded-md bg-primary px-4 font-semibold text-on-primary transition active:scale-[0.98]"
      >
        <span className="icon-[lucide--shopping-cart] size-6" aria-hidden />
        <span className="grid text-left leading-tight whitespace-nowrap">
          <span>Ver carrinho</span>
          <span className="font-medium tabular-nums">
            {totalItems === 1 ? "1 item" : `${totalItems.toLocaleString("pt-BR")} itens`}
          </span>
        </span>
        <Price cents={total} className="ml-auto text-lg font-bold whitespace-nowrap" />
      </button>
    </div>
  );
}

/** Time for the requests that the page itself makes when it is idle. */
const settling = 3000;

const offlineStatus = lateComponent(
  async () => (await import("./purchase/offline-status.tsx")).OfflineStatus,
);

/** Offline support, loaded once the page is idle; at once when the page is a cached copy. */
function Offline() {
  const [isIdle, setIdle] = useState(false);
  const [installOffer, setInstallOffer] = useState<Event>();
  const OfflineStatus = useLateComponent(offlineStatus, isIdle);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const isCopy = "copy" in document.documentElement.dataset;
      timer = setTimeout(() => setIdle(true), isCopy ? 0 : settling);
    };
    // The browser sends this event once, before the module that shows the offer is loaded.
    const keepOffer = (offer: Event) => {
      offer.preventDefault();
      setInstallOffer(offer);
    };
    addEventListener("beforeinstallprompt", keepOffer);
    whenIdle(wait);
    return () => {
      clearTimeout(timer);
      removeEventListener("beforeinstallprompt", keepOffer);
    };
  }, []);
  return OfflineStatus && <OfflineStatus installOffer={installOffer} />;
}
