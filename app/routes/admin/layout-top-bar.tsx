import { useLocation, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { screenAt } from "./layout-links.ts";
import { useSite } from "./layout-site.ts";
import { useUnopened } from "./live/use-unopened.ts";

type TopBarProps = { menuOpen: boolean; onOpenMenu: () => void };

/** On a phone: the way to the menu, and where one is or is going. */
export function TopBar({ menuOpen, onOpenMenu }: TopBarProps) {
  const { siteName } = useSite();
  const unopened = useUnopened();
  const here = useLocation();
  const { location: next = here } = useNavigation();
  const screen = screenAt(next.pathname);
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-background px-1.5 md:hidden">
      <Button
        look="ghost"
        size="icon"
        aria-label={unopened.length > 0 ? "Abrir menu, há pedidos novos" : "Abrir menu"}
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onOpenMenu}
      >
        <span className="relative grid">
          <span className="icon-[lucide--menu] size-6" aria-hidden />
          {unopened.length > 0 && <span className="unopened-dot" />}
        </span>
      </Button>
      <p className="min-w-0 truncate">
        <span className="font-semibold">{screen?.label ?? "Painel"}</span>
        <span className="text-muted"> · {siteName}</span>
      </p>
    </header>
  );
}
