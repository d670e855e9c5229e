import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Makes a native `<dialog>` follow `open`: modal, closed by Escape and a press outside, focus restored afterwards. A dialog
 * rendered open by the server is visible without script; the first effect makes it modal without an animation.
 * `present` stays true until the closing animation has ended.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const isServerPage = useSyncExternalStore(neverChanges, no, yes);
  const [openAtFirst] = useState(open && isServerPage);
  const [present, setPresent] = useState(open);
  if (open && !present) setPresent(true);

  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    showModal(dialog);
    return () => {
      dialog.close();
      updateScrollLock();
    };
  }, [open]);

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
  return { props, present };
}

const neverChanges = () => () => {};
const no = () => false;
const yes = () => true;

/** Inside this dialog, but not in a nested one. */
function isWithin({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Element && target.closest("dialog") === currentTarget;
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
  const hasModal = document.querySelector("dialog:modal") !== null;
  if (!root.classList.contains("has-modal")) {
    root.style.setProperty("--scrollbar", `${innerWidth - root.offsetWidth}px`);
  }
  root.classList.toggle("has-modal", hasModal);
}

async function waitForAnimations(dialog: HTMLDialogElement | null) {
  await Promise.allSettled(dialog?.getAnimations().map((animation) => animation.finished) ?? []);
}
