import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { whatsappLink } from "#app/shared/phone-numbers.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Sheet } from "#app/ui/sheet.tsx";
import { MyOrders } from "../my-orders/menu-item.tsx";
import { mainLinks, useSite } from "./site.ts";

type SideMenuProps = { open: boolean; onClose: () => void };

/** The pages, on phones. */
export function SideMenu({ open, onClose }: SideMenuProps) {
  const site = useSite();
  const chat = whatsappLink(site?.settings.whatsapp ?? null);
  return (
    <Sheet open={open} onClose={onClose} title="Menu">
      <nav aria-label="Menu" className="flex min-h-full flex-col px-3 pb-6">
        <ul>
          {mainLinks.map(({ to, label }) => (
            <li key={to}>
              <MenuLink to={to} onClose={onClose} className="text-lg font-semibold">
                {label}
              </MenuLink>
              {to === "/produtos" && (
                <ul className="mb-2 ml-4 border-l-2 border-line pl-2">
                  {site?.categories.map(({ slug, label, tint }) => (
                    <li key={slug}>
                      <MenuLink to={categoryPath(slug)} onClose={onClose}>
                        <span
                          aria-hidden
                          data-tint={tint}
                          className="facet-small mr-3 size-5 bg-tint-deep"
                        />
                        {label}
                      </MenuLink>
                    </li>
                  ))}
                  <li>
                    <MenuLink to="/pedido-rapido" onClose={onClose}>
                      Pedido rápido
                    </MenuLink>
                  </li>
                </ul>
              )}
            </li>
          ))}
          <MyOrders>
            {({ to, label }) => (
              <li>
                <MenuLink to={to} onClose={onClose} className="text-lg font-semibold">
                  {label}
                </MenuLink>
              </li>
            )}
          </MyOrders>
        </ul>
        {chat && (
          <ButtonLink to={chat} variant="secondary" className="mt-auto">
            <span className="icon-[lucide--message-circle] size-5" aria-hidden />
            Falar no WhatsApp
          </ButtonLink>
        )}
      </nav>
    </Sheet>
  );
}

type MenuLinkProps = {
  to: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
};

function MenuLink({ to, onClose, children, className = "" }: MenuLinkProps) {
  return (
    <NavLink
      to={to}
      end
      onClick={onClose}
      className={`flex min-h-12 items-center rounded-md px-3 hover:bg-sunken aria-[current=page]:bg-secondary aria-[current=page]:text-on-secondary ${className}`}
    >
      {children}
    </NavLink>
  );
}
