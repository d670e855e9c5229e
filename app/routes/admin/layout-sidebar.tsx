import { type ReactNode, useCallback, useState } from "react";
import { NavLink } from "react-router";
import { $toasts } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import { roleLabels } from "#app/domain/people/roles.ts";
import { readCookie } from "#app/domain/people/rules.ts";
import { useSignOut } from "#app/routes/admin/kit/session/use-session.ts";
import { Sheet } from "#app/ui/sheet.tsx";
import { type SidebarState, usePendingCount, useRole, useSiteName } from "./layout-data.ts";
import { screenGroupsFor, screensFor } from "./screens.ts";

type SidebarMenuProps = {
  email: string;
  onShowShortcuts: () => void;
  onShowPalette: () => void;
};

type SidebarProps = SidebarMenuProps & { state: SidebarState; onToggle: () => void };

const itemClasses =
  "relative flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start md:pointer-fine:min-h-9 font-medium hover:bg-sunken aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-tint-ink [&.pending]:bg-sunken";

/** The sidebar of wide windows, expanded or collapsed. */
export function Sidebar({ state, onToggle, ...menu }: SidebarProps) {
  const siteName = useSiteName();
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

/** The menu on a phone. */
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
  onShowPalette,
  onLeave,
}: SidebarMenuProps & { onLeave?: () => void }) {
  const { signOut, pending } = useSignOut();
  const role = useRole();
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onShowPalette}
        className={`${itemClasses} mb-1 text-muted`}
      >
        <Item icon="icon-[lucide--search]">Buscar e ir para...</Item>
        <kbd className="sidebar-wide-only ml-auto text-sm max-md:hidden">Ctrl K</kbd>
      </button>
      <nav aria-label="Painel" className="md:min-h-0 md:overflow-y-auto">
        {screenGroupsFor(role).map(({ heading, screens }) => (
          <div key={screens[0]?.to} className="sidebar-group">
            {heading && (
              <p className="sidebar-wide-only" aria-hidden>
                {heading}
              </p>
            )}
            <ul aria-label={heading} className="sidebar-links">
              {screens.map(({ to, label, icon }) => (
                <li key={to}>
                  <NavLink to={to} end={to === "/admin"} onClick={onLeave} className={itemClasses}>
                    <Item icon={icon}>{label}</Item>
                    {to === "/admin/orders" && <PendingBadge />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="sidebar-links mt-auto border-t border-line pt-2 md:pointer-fine:pt-1">
        <button type="button" onClick={onShowShortcuts} className={`${itemClasses} max-md:hidden`}>
          <Item icon="icon-[lucide--keyboard]">Atalhos do teclado</Item>
        </button>
        <a href="/" target="_blank" rel="noreferrer" className={itemClasses}>
          <Item icon="icon-[lucide--external-link]">Voltar ao Site</Item>
        </a>
        <p
          className="sidebar-wide-only truncate px-3 pt-2 text-sm md:pointer-fine:pt-1 text-muted"
          title={email}
        >
          {email}
          {role !== "dono" && ` · ${roleLabels[role]}`}
        </p>
        <button type="button" onClick={signOut} disabled={pending} className={itemClasses}>
          <Item icon="icon-[lucide--log-out]">Sair</Item>
        </button>
      </div>
    </>
  );
}

/** The number of pending orders, which the dashboard names too. */
function PendingBadge() {
  const pending = usePendingCount();
  if (pending === "") return null;
  return (
    <span className="pending-badge">
      {pending}
      <span className="sr-only"> esperando resposta</span>
    </span>
  );
}

function Item({ icon, children }: { icon: string; children: ReactNode }) {
  return (
    <>
      <span className={`${icon} size-5 shrink-0`} aria-hidden />
      <span className="sidebar-label truncate">{children}</span>
    </>
  );
}

/** The links of the bottom bar: the first three of these that the role may open. */
const bottomLinks = ["/admin", "/admin/orders", "/admin/products", "/admin/day", "/admin/stock"];

type BottomBarProps = { menuOpen: boolean; onOpenMenu: () => void };

/** The navigation of a phone: the most used screens, and the menu with all of them. Beside a notice the links are icons. */
export function BottomBar({ menuOpen, onOpenMenu }: BottomBarProps) {
  const hasNotices = useStore($toasts).length > 0;
  const screens = screensFor(useRole());
  const links = bottomLinks.flatMap((to) => screens.find((one) => one.to === to) ?? []);
  return (
    <nav
      aria-label="Principal"
      data-icons={hasNotices || undefined}
      className="bottom-navigation md:hidden print:hidden"
    >
      {links.slice(0, 3).map(({ to, icon, label }) => (
        <NavLink key={to} to={to} end={to === "/admin"} className={bottomItemClasses}>
          <span className={`${icon} size-5`} aria-hidden />
          <span className="bottom-label">{label}</span>
          {to === "/admin/orders" && <PendingBadge />}
        </NavLink>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onOpenMenu}
        className={bottomItemClasses}
      >
        <span className="icon-[lucide--menu] size-5" aria-hidden />
        <span className="bottom-label">Mais</span>
      </button>
    </nav>
  );
}

const bottomItemClasses =
  "bottom-item relative flex flex-col items-center justify-center gap-0.5 text-[min(0.8125rem,4.2vw)] font-semibold text-muted aria-[current=page]:text-primary-ink";

const cookie = "sidebar_state";
const week = 7 * 24 * 60 * 60;

/** The state in the request's cookies. */
export function sidebarStateIn(cookies: string | null): SidebarState {
  return readCookie(cookies, cookie) === "collapsed" ? "collapsed" : "expanded";
}

/** Stored in a cookie, so that the server renders the same state. */
export function useSidebarState(initial: SidebarState) {
  const [state, setState] = useState(initial);
  const toggle = useCallback(() => {
    setState((before) => {
      const next = before === "expanded" ? "collapsed" : "expanded";
      remember(next);
      return next;
    });
  }, []);
  return [state, toggle] as const;
}

// cookieStore is not available without encryption.
function remember(state: SidebarState, page: Pick<Document, "cookie"> = document): void {
  page.cookie = `${cookie}=${state}; path=/admin; max-age=${week}; samesite=lax`;
}
