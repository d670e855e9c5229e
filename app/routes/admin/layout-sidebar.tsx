import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { Sheet } from "#app/ui/sheet.tsx";
import { screens } from "./layout-links.ts";
import type { SidebarState } from "./layout-sidebar-state.ts";
import { useSite } from "./layout-site.ts";
import { showUnopened, useUnopened } from "./live/use-unopened.ts";
import { useSignOut } from "./session/use-sign-out.ts";

type SidebarMenuProps = {
  email: string;
  onShowShortcuts: () => void;
};

type SidebarProps = SidebarMenuProps & { state: SidebarState; onToggle: () => void };

const itemClasses =
  "relative flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start font-medium hover:bg-sunken aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-tint-ink [&.pending]:bg-sunken";

/** Beside the screens where there is room; narrow or wide, as it was left. */
export function Sidebar({ state, onToggle, ...menu }: SidebarProps) {
  const { siteName } = useSite();
  const expanded = state === "expanded";
  return (
    <aside className="admin-sidebar" aria-label="Menu do painel">
      <div className="flex h-full flex-col gap-1 px-0.5 py-2">
        <div className="flex items-center gap-2">
          <button
            type="button"
            aria-expanded={expanded}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={onToggle}
            className="relative grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
          >
            <span
              className={`size-5 ${expanded ? "icon-[lucide--panel-left-close]" : "icon-[lucide--panel-left-open]"}`}
              aria-hidden
            />
            <span className="sr-only">{expanded ? "Recolher menu" : "Expandir menu"}</span>
          </button>
          <p className="sidebar-wide-only min-w-0 truncate font-display text-lg font-bold">
            {siteName}
          </p>
        </div>
        <SidebarMenu {...menu} />
      </div>
    </aside>
  );
}

type SidebarSheetProps = SidebarMenuProps & { open: boolean; onClose: () => void };

/** Over the screen on a phone. */
export function SidebarSheet({ open, onClose, ...menu }: SidebarSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Menu">
      <div className="flex min-h-full flex-col gap-1 px-2 pb-4">
        <SidebarMenu {...menu} onLeave={onClose} />
      </div>
    </Sheet>
  );
}

function SidebarMenu({
  email,
  onShowShortcuts,
  onLeave,
}: SidebarMenuProps & { onLeave?: () => void }) {
  const { signOut, pending } = useSignOut();
  return (
    <>
      <nav aria-label="Painel">
        <ul className="flex flex-col gap-0.5">
          {screens.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === "/admin"} onClick={onLeave} className={itemClasses}>
                <Item icon={icon}>{label}</Item>
                {to === "/admin/orders" && <UnopenedBadge />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto flex flex-col gap-0.5 border-t border-line pt-2">
        <button type="button" onClick={onShowShortcuts} className={`${itemClasses} max-md:hidden`}>
          <Item icon="icon-[lucide--keyboard]">Atalhos do teclado</Item>
        </button>
        <a href="/" target="_blank" rel="noreferrer" className={itemClasses}>
          <Item icon="icon-[lucide--external-link]">Voltar ao Site</Item>
        </a>
        <p className="sidebar-wide-only truncate px-3 pt-2 text-sm text-muted" title={email}>
          {email}
        </p>
        <button type="button" onClick={signOut} disabled={pending} className={itemClasses}>
          <Item icon="icon-[lucide--log-out]">Sair</Item>
        </button>
      </div>
    </>
  );
}

/** How many orders nobody has opened yet; at the icon where the sidebar is narrow. */
function UnopenedBadge() {
  const unopened = useUnopened();
  if (unopened.length === 0) return null;
  return (
    <span className="unopened-badge">
      {showUnopened(unopened)}
      <span className="sr-only">{unopened.length === 1 ? " novo" : " novos"}</span>
    </span>
  );
}

function Item({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <>
      <span className={`${icon} size-5 shrink-0`} aria-hidden />
      <span className="sidebar-words truncate">{children}</span>
    </>
  );
}
