import { useState } from "react";
import { $toasts } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import { Toasts } from "#app/ui/toasts.tsx";
import "./layout-notices.css";

/**
 * The place of the notices at the bottom of every screen: the newest in one line, all of them above it on request. It is there without
 * notices too, so that none of them covers or moves anything.
 */
export function NoticeBar() {
  const count = useStore($toasts).length;
  const [isOpen, setOpen] = useState(false);
  if (isOpen && count === 0) setOpen(false);
  return (
    <div className="notice-bar" data-open={isOpen || undefined}>
      <Toasts isPaused={isOpen} />
      {count > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="notice-toggle"
          onClick={() => setOpen(!isOpen)}
        >
          <span
            className={isOpen ? "icon-[lucide--chevron-down]" : "icon-[lucide--chevron-up]"}
            aria-hidden
          />
          {count > 1 ? `${count} avisos` : <span className="sr-only">Aviso inteiro</span>}
        </button>
      )}
    </div>
  );
}
