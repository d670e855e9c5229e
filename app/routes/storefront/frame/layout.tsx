import { type ReactNode, useEffect, useState } from "react";
import { Link, Outlet, useLocation, useNavigation } from "react-router";
import { whenIdle } from "#app/client/browser-fallbacks.ts";
import { useStore } from "#app/client/use-store.ts";
import { areaPath } from "#app/shared/paths.ts";
import { Price } from "#app/ui/price.tsx";
import { Toasts } from "#app/ui/toasts.tsx";
import { useFocusOnNewPage } from "#app/ui/use-focus-on-new-page.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { $adding } from "../purchase/adding-store.ts";
import { CartProvider } from "../purchase/cart-provider.tsx";
import { describeCart, useCart } from "../purchase/cart-store.ts";
import { cartButton } from "./cart-button.ts";
import { ErrorPage } from "./error-page.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { useSite } from "./site.ts";

const noSettings = {
  delivery_settings: { delivery_fee: 0, minimum_order: 0, free_delivery_minimum: 0 },
  payment_methods: null,
  payment_terms: {},
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
  const site = useSite();
  const main = useFocusOnNewPage();
  const { stage, price_table } = site?.settings ?? {};
  return (
    <CartProvider settings={site?.settings ?? noSettings}>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-md bg-foreground px-4 py-3 font-semibold text-background focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Pular para o conteúdo
      </a>
      <NavigationProgress />
      {price_table && (
        <aside className="bg-accent px-4 py-1.5 text-center font-semibold text-on-accent">
          {price_table.text}{" "}
          {price_table.active && (
            <Link to={areaPath} className="whitespace-nowrap underline">
              Minha área
            </Link>
          )}
        </aside>
      )}
      {stage === "preparing" && (
        <p className="bg-foreground px-4 py-2 text-center text-background">
          Só você vê a loja: ela ainda não abriu.{" "}
          <a href="/admin" className="font-semibold underline">
            Voltar à administração
          </a>
        </p>
      )}
      <Header />
      <Offline />
      <Adding />
      <main id="conteudo" ref={main} tabIndex={-1} className="outline-none focus:shadow-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
    </CartProvider>
  );
}

const addingStrip = lateComponent(
  () => import("../purchase/adding-strip.tsx"),
  ({ AddingStrip }) => AddingStrip,
);

/** The order that products are chosen for, except on its own page. */
function Adding() {
  const adding = useStore($adding);
  const { pathname } = useLocation();
  const isElsewhere = adding !== null && pathname !== `/pedido/${adding.ref}`;
  const AddingStrip = useLateComponent(addingStrip, isElsewhere);
  return isElsewhere && AddingStrip ? <AddingStrip adding={adding} /> : null;
}

/** A line at the top edge while a navigation loads; its animation delay hides it in fast ones. */
function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden className="navigation-progress" />;
}

/**
 * The bar at the end of every window: the notices, so that they cover no control, and while the cart is not empty its number of
 * items, its total and a button that opens it.
 */
function BottomBar() {
  const { items, total, openCart } = useCart();
  return (
    <div data-bottom-bar data-filled={items.length > 0 || undefined} className="bottom-bar">
      <Toasts />
      {items.length > 0 && (
        <button ref={cartButton} type="button" aria-haspopup="dialog" onClick={openCart}>
          <span className="icon-[lucide--shopping-cart] size-6" aria-hidden />
          <span className="bottom-bar-label">
            <span>Ver carrinho</span>
            <span className="font-medium tabular-nums">{describeCart(items)}</span>
          </span>
          <Price cents={total} className="bottom-bar-total" />
        </button>
      )}
    </div>
  );
}

/** Time for the requests that the page itself makes when it is idle. */
const idleDelayMs = 3000;

const offlineStatus = lateComponent(
  () => import("../purchase/offline-status.tsx"),
  ({ OfflineStatus }) => OfflineStatus,
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
      timer = setTimeout(() => setIdle(true), isCopy ? 0 : idleDelayMs);
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
