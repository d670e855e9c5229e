import { useState } from "react";
import { Link, NavLink } from "react-router";
import { siteName } from "#app/domain/company/rules.ts";
import { formatItemCount } from "#app/domain/orders/cart/rules.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { sizedSource } from "#app/ui/picture.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import { MyOrders } from "../my-orders/menu-item.tsx";
import { useCart } from "../purchase/cart-store.ts";
import { mainLinks, useSite } from "./site.ts";

const sideMenu = lateComponent(
  () => import("./side-menu.tsx"),
  ({ SideMenu }) => SideMenu,
);

/** Sticky: name, pages and cart. Below 768 px the pages are in the side menu. */
export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const SideMenu = useLateComponent(sideMenu, wasOpened);
  return (
    <>
      <header className="@container band sticky top-0 z-30 border-b border-line bg-background">
        <div className="shell flex h-16 items-center gap-1 md:h-18 md:gap-2 lg:gap-6">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Abrir menu"
            aria-haspopup="dialog"
            className="-ml-2.5 md:hidden"
            // The menu is loaded before the press, so that it opens at once; `useLateComponent` repeats a failure.
            onPointerDown={() => void sideMenu.load().catch(() => {})}
            onClick={() => {
              setWasOpened(true);
              setMenuOpen(true);
            }}
          >
            <span className="icon-[lucide--menu] size-6" aria-hidden />
          </Button>
          <Brand />
          <nav aria-label="Principal" className="mx-auto hidden md:block">
            <ul className="flex lg:gap-2">
              {mainLinks.map(({ to, label }) => (
                <li key={to}>
                  <HeaderLink to={to} label={label} />
                </li>
              ))}
              <li className="hidden lg:block">
                <HeaderLink to="/pedido-rapido" label="Pedido rápido" />
              </li>
            </ul>
          </nav>
          <div className="ml-auto flex md:ml-0">
            <MyOrders>
              {({ to, label }) => (
                <Link
                  to={to}
                  prefetch="intent"
                  className={`${buttonClasses({ variant: "ghost", size: "icon" })} @max-[21.25rem]:hidden xl:w-auto xl:px-3`}
                >
                  <span className="icon-[lucide--package] size-6" aria-hidden />
                  <span className="max-xl:sr-only">{label}</span>
                </Link>
              )}
            </MyOrders>
            <Link
              to="/busca"
              prefetch="intent"
              aria-label="Buscar produtos"
              className={buttonClasses({ variant: "ghost", size: "icon" })}
            >
              <span className="icon-[lucide--search] size-6" aria-hidden />
            </Link>
          </div>
          <CartButton />
        </div>
      </header>
      {SideMenu && <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} />}
    </>
  );
}

function HeaderLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink to={to} end={to === "/"} prefetch="intent" className="header-link">
      {label}
    </NavLink>
  );
}

function CartButton() {
  const { totalItems, openCart } = useCart();
  return (
    <Button
      variant="ghost"
      size="compact"
      aria-label={`Carrinho, ${totalItems === 0 ? "vazio" : formatItemCount(totalItems)}`}
      aria-haspopup="dialog"
      className="relative -mr-2 shrink-0 xl:gap-4"
      onClick={openCart}
    >
      {/* Read as in the accessible name: the label, then the number. */}
      <span className="hidden xl:inline">Carrinho </span>
      <span className="relative grid xl:order-first">
        <span className="icon-[lucide--shopping-cart] size-6" aria-hidden />
        {totalItems > 0 && (
          // Anchored at the right, so that more digits cover neither the label nor the edge of the screen.
          <span
            // The key restarts the animation at each change.
            key={totalItems}
            data-cart-badge
            className="badge-tick cart-badge"
          >
            {totalItems > 99 ? "99+" : totalItems}
          </span>
        )}
      </span>
    </Button>
  );
}

/** A wider logo has the name in it. */
const minWideRatio = 2;

/**
 * The logo, beside it the name, which is never cut: long ones are smaller, in up to three lines. A phone with text of double size
 * has room for one of both.
 */
export function Brand({ onClick }: { onClick?: () => void }) {
  const { settings, logoRatio = 0 } = useSite() ?? {};
  const name = siteName(settings ?? { site_name: null });
  const isWide = logoRatio >= minWideRatio;
  return (
    <Link
      to="/"
      onClick={onClick}
      className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md font-display text-2xl font-bold tracking-tight"
    >
      {settings?.logo && (
        <img
          src={sizedSource(settings.logo, isWide ? 400 : 160)}
          alt={isWide ? name : ""}
          width={40 * (isWide ? logoRatio : 1)}
          height={40}
          className={`h-9 object-contain md:h-10 ${isWide ? "w-auto min-w-0" : "w-9 shrink-0 md:w-10"}`}
        />
      )}
      {!isWide && (
        <span
          className={`leading-[1.15] wrap-anywhere ${settings?.logo ? "@max-[14rem]:sr-only" : "@max-[14rem]:text-sm"} ${name.length > 24 ? "text-base" : name.length > 12 ? "text-lg" : ""}`}
        >
          {name}
        </span>
      )}
    </Link>
  );
}
