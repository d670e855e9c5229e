import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

type MoreMenuProps = {
  /** Accessible name; 'Mais' unless there are several on a screen. */
  label?: string;
  /** Shows the icon only. */
  iconOnly?: boolean;
  /** `MenuItem`s. */
  children: ReactNode;
};

/** Rarely used actions behind a button, which has the focus again after a choice or Escape. Closes when the focus leaves it. */
export function MoreMenu({ label = "Mais", iconOnly = false, children }: MoreMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const closeMenu = useCallback(() => {
    setOpen(false);
    box.current?.querySelector("button")?.focus();
  }, []);
  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    // Captured, because an open dialog would close by the same key.
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      closeMenu();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    document.addEventListener("keydown", closeByKey, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
      document.removeEventListener("keydown", closeByKey, { capture: true });
    };
  }, [open, closeMenu]);
  return (
    <div ref={box} className="relative">
      <Button
        variant={iconOnly ? "ghost" : "outline"}
        size={iconOnly ? "icon" : "md"}
        aria-label={iconOnly ? label : undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={({ currentTarget }) => {
          setPlace(placeBeside(currentTarget));
          setOpen(!open);
        }}
      >
        <span className="icon-[lucide--ellipsis] size-5" aria-hidden />
        {!iconOnly && label}
      </Button>
      {open && (
        <ul
          id={id}
          aria-label={label}
          className={classNames(
            "absolute z-30 w-max max-w-[calc(100vw-2rem)] min-w-56 rounded-md border border-line bg-background py-1 text-start shadow-lift",
            place,
          )}
        >
          <CloseContext value={closeMenu}>{children}</CloseContext>
        </ul>
      )}
    </div>
  );
}

/** Classes of a menu that opens to the middle of the window, and sideways to that of a dialog, which cuts what is wider. */
function placeBeside(button: Element): string {
  const { top, left } = button.getBoundingClientRect();
  const frame = (button.closest("dialog") ?? document.body).getBoundingClientRect();
  return classNames(
    top > innerHeight / 2 ? "bottom-full mb-1" : "top-full mt-1",
    left > frame.left + frame.width / 2 ? "right-0" : "left-0",
  );
}

const CloseContext = createContext(() => {});

type MenuItemProps = {
  icon: string;
  danger?: boolean;
  disabled?: boolean;
  onAct: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, danger, disabled, onAct, children }: MenuItemProps) {
  const close = useContext(CloseContext);
  return (
    <li>
      <button
        type="button"
        disabled={disabled}
        onClick={() => {
          close();
          onAct();
        }}
        className={classNames(
          "flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-sunken disabled:opacity-55",
          danger && "text-danger-ink",
        )}
      >
        <span className={classNames(icon, "size-5 shrink-0")} aria-hidden />
        {children}
      </button>
    </li>
  );
}
