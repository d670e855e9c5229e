import { useEffect, useRef, useState } from "react";

type Actions = { toggleSidebar: () => void; toggleMenu: () => void; showHelp: () => void };

const key = "pomar:shortcuts";
const wide = "(width >= 48rem)";

/**
 * The keys that work on every screen. Those of one character can be switched off, for people whose software types for them
 * (WCAG 2.1.4).
 */
export function useShortcuts(actions: Actions) {
  const [singleKeys, setSingleKeys] = useState(true);
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => setSingleKeys(localStorage.getItem(key) !== "off"), []);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const { toggleSidebar, toggleMenu, showHelp } = current.current;
      if (isToggle(event)) {
        event.preventDefault();
        if (matchMedia(wide).matches) toggleSidebar();
        else toggleMenu();
      } else if (singleKeys && isPlain(event)) pressSingle(event, showHelp);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [singleKeys]);

  function changeSingleKeys(on: boolean) {
    localStorage.setItem(key, on ? "on" : "off");
    setSingleKeys(on);
  }
  return { singleKeys, onChangeSingleKeys: changeSingleKeys };
}

function isToggle({ key: pressed, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return pressed.toLowerCase() === "b" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A key that is not being typed into anything, on a page that no dialog covers. */
function isPlain({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog:modal")) return false;
  return !(
    target instanceof Element && target.closest("input, select, textarea, [contenteditable]")
  );
}

function pressSingle(event: KeyboardEvent, showHelp: () => void): void {
  if (event.key === "?") showHelp();
  else if (event.key === "/") find("[data-page-search]")?.focus();
  else if (event.key === "n") find("[data-page-action]")?.click();
  else return;
  event.preventDefault();
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
