import { useState } from "react";
import { NavLink } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Brand } from "./layout-brand.tsx";
import { mainLinks } from "./layout-links.ts";
import { SideMenu } from "./layout-menu.tsx";
import { useCart } from "./purchase/cart-context.tsx";

/** Stays at the top: name, pages and cart; under 768 px the pages move into the side menu. */
export function Header() {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-background">
        <div className="shell flex h-16 items-center gap-1 md:h-18 md:gap-6">
          <Button
            look="ghost"
            size="icon"
            aria-label="Abrir menu"
            aria-haspopup="dialog"
            className="-ml-2.5 md:hidden"
            onClick={() => setMenuOpen(true)}
          >
            <span className="icon-[lucide--menu] size-6" aria-hidden />
          </Button>
          <Brand />
          <nav aria-label="Principal" className="mx-auto hidden md:block">
            <ul className="flex lg:gap-2">
              {mainLinks.map(({ to, label }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === "/"}
                    prefetch="intent"
                    className="relative grid min-h-11 place-items-center rounded-md px-3 font-medium after:absolute after:inset-x-3 after:bottom-1 after:h-0.75 after:origin-left after:scale-x-0 after:bg-primary after:transition hover:after:scale-x-100 aria-[current=page]:font-bold aria-[current=page]:after:scale-x-100"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <CartButton />
        </div>
      </header>
      <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

function CartButton() {
  const { totalItems, openCart } = useCart();
  const count = totalItems === 1 ? "1 item" : `${totalItems} itens`;
  return (
    <Button
      look="ghost"
      size="compact"
      aria-label={`Carrinho, ${totalItems === 0 ? "vazio" : count}`}
      aria-haspopup="dialog"
      className="relative -mr-2 ml-auto shrink-0 md:ml-0 md:gap-4"
      onClick={openCart}
    >
      <span className="icon-[lucide--shopping-cart] size-6" aria-hidden />
      <span className="hidden md:inline">Carrinho</span>{" "}
      {totalItems > 0 && (
        <span
          // A new number is a new element, so that its arrival is seen.
          key={totalItems}
          className="badge-tick absolute top-0 left-6 grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1 leading-none text-on-accent tabular-nums"
        >
          {totalItems > 99 ? "99+" : totalItems}
        </span>
      )}
    </Button>
  );
}
