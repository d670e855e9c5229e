import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Link } from "react-router";
import { buttonClasses } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Toasts } from "./toasts.tsx";
import { useWideWindow } from "./use-wide-window.ts";

export type DialogProps = {
  open: boolean;
  /** Called for the close button, Escape or a press outside; the owner then sets `open`. */
  onClose: () => void;
  title: string;
  /** The title is then only the accessible name, for contents with their own `h2`. */
  hideTitle?: boolean;
  children: ReactNode;
  /** Always visible below the scrolling contents. */
  footer?: ReactNode;
  /** Position from 768 px; below that it is a sheet at the bottom. */
  placement?: "center" | "right";
  wide?: boolean;
  /** In windows of 1024 px and more the dialog is a part of the page, where the owner's grid has its place. */
  asPane?: boolean;
  /** The text below the title, such as the progress. */
  note?: string;
  /** On phones the dialog takes the whole screen, for a form. */
  fullHeight?: boolean;
  /** Address of the page without the dialog, for the close button without script. */
  closeTo?: string;
  className?: string;
};

export function Dialog({
  open,
  onClose,
  title,
  hideTitle = false,
  children,
  footer,
  placement = "center",
  wide = false,
  asPane = false,
  note,
  fullHeight = false,
  closeTo,
  className,
}: DialogProps) {
  const titleId = useId();
  const { props, present, isPane } = useModal(open, onClose, asPane);
  return (
    <dialog
      {...props}
      aria-label={hideTitle ? title : undefined}
      aria-labelledby={hideTitle ? undefined : titleId}
      data-placement={placement}
      data-wide={wide || undefined}
      data-pane={asPane || undefined}
      data-full-height={fullHeight || undefined}
      className={classNames("dialog", className)}
    >
      {present && (
        <>
          {!hideTitle && (
            <div className="flex shrink-0 items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5 md:pl-8">
              <div className="min-w-0 leading-tight">
                <h2 id={titleId} className="text-xl">
                  {title}
                </h2>
                {note && <p className="text-muted">{note}</p>}
              </div>
              <CloseButton onClose={onClose} closeTo={closeTo} />
            </div>
          )}
          <div className="dialog-content min-h-0 grow overflow-y-auto">
            {hideTitle && (
              <div className="sticky top-2 z-10 flex h-0 justify-end pr-2">
                <CloseButton onClose={onClose} closeTo={closeTo} />
              </div>
            )}
            {children}
          </div>
          {open && !isPane && <Toasts inDialog />}
          {footer && (
            <div className="dialog-footer shrink-0 border-t border-line px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] md:px-8">
              {footer}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}

function CloseButton({ onClose, closeTo }: Pick<DialogProps, "onClose" | "closeTo">) {
  const classes = classNames(
    buttonClasses({ variant: "ghost", size: "icon" }),
    "bg-background text-foreground",
  );
  const cross = <span className="icon-[lucide--x] size-6" aria-hidden />;
  if (!closeTo) {
    return (
      <button type="button" aria-label="Fechar" onClick={onClose} className={classes}>
        {cross}
      </button>
    );
  }
  return (
    <Link
      to={closeTo}
      aria-label="Fechar"
      preventScrollReset
      className={classes}
      onClick={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {cross}
    </Link>
  );
}

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Makes a native `<dialog>` follow `open`: modal, closed by Escape and a press outside, focus restored afterwards. A dialog
 * rendered open by the server is visible without script; the first effect makes it modal without an animation.
 * `present` stays true until the closing animation has ended.
 */
export function useModal(open: boolean, onClose: () => void, asPane = false) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPane = useWideWindow() && asPane;
  const isServerPage = useSyncExternalStore(neverChanges, no, yes);
  const [openAtFirst] = useState(open && isServerPage);
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);
  const close = useEffectEvent(onClose);

  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (isPane) openAsPane(dialog, close);
    else showModal(dialog);
    return () => {
      if (pane?.dialog === dialog) pane = undefined;
      dialog.close();
      updateScrollLock();
    };
  }, [open, isPane]);

  useEffect(() => {
    if (open) return;
    let current = true;
    void waitForAnimations(ref.current).then(() => current && setPresent(false));
    return () => {
      current = false;
    };
  }, [open]);

  const pressedOutside = useRef(false);
  const props = {
    ref,
    open: openAtFirst,
    tabIndex: -1,
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // The browser would close the dialog at a repeated Escape, regardless of its owner.
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || !isWithin(event)) return;
      event.preventDefault();
      onClose();
    },
    onPointerDown(event: SyntheticEvent) {
      pressedOutside.current = event.target === event.currentTarget;
    },
    onClick(event: SyntheticEvent) {
      if (pressedOutside.current && event.target === event.currentTarget) onClose();
    },
  };
  return { props, present, isPane };
}

const neverChanges = () => () => {};
const no = () => false;
const yes = () => true;

/** Returns whether the event is inside this dialog, but not in a nested one. */
function isWithin({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Element && target.closest("dialog") === currentTarget;
}

type Pane = { dialog: HTMLDialogElement; close: () => void };
let pane: Pane | undefined;

/** The pane that is open beside a list. */
export function openPane(): Pane | undefined {
  return pane;
}

function openAsPane(dialog: HTMLDialogElement, close: () => void) {
  // The dialog is opened without `show`, which would take the focus from the list.
  dialog.open = true;
  pane = { dialog, close };
}

/** Returns whether a dialog is in the document's top layer. */
export function hasModal(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

function showModal(dialog: HTMLDialogElement) {
  if (dialog.matches(":modal")) return;
  const isVisible = dialog.open;
  dialog.toggleAttribute("data-settled", isVisible);
  dialog.open = false;
  dialog.showModal();
  updateScrollLock();
  // The dialog itself, so that screen readers read its name and no button has the focus ring.
  dialog.focus();
  if (isVisible) requestAnimationFrame(() => dialog.removeAttribute("data-settled"));
}

/** A class, because Firefox 115 lacks `:has(dialog:modal)`. */
function updateScrollLock() {
  const root = document.documentElement;
  if (!root.classList.contains("has-modal")) {
    root.style.setProperty("--scrollbar", `${innerWidth - root.offsetWidth}px`);
  }
  root.classList.toggle("has-modal", hasModal());
}

async function waitForAnimations(dialog: HTMLDialogElement | null) {
  await Promise.allSettled(dialog?.getAnimations().map((animation) => animation.finished) ?? []);
}
