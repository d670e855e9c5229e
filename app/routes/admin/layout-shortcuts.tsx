import { useEffect, useRef } from "react";
import { createDeviceSwitch } from "#app/routes/admin/ui/device-switch.ts";

/** WCAG 2.1.4: single-key shortcuts can be switched off, for users of speech input. */
export const singleKeySwitch = createDeviceSwitch("pomar:shortcuts");

type Actions = { toggleSidebar: () => void; toggleMenu: () => void; showHelp: () => void };

const wideWindow = "(width >= 48rem)";

/** The keyboard shortcuts of every screen. */
export function useShortcuts(actions: Actions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const { toggleSidebar, toggleMenu, showHelp } = current.current;
      if (isSidebarToggle(event)) {
        event.preventDefault();
        if (matchMedia(wideWindow).matches) toggleSidebar();
        else toggleMenu();
      } else if (singleKeySwitch.$isOn.get() && isSingleKey(event)) pressSingleKey(event, showHelp);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function isSidebarToggle({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "b" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A key outside text fields, without modifiers and without an open dialog. */
function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog:modal")) return false;
  return !(
    target instanceof Element && target.closest("input, select, textarea, [contenteditable]")
  );
}

function pressSingleKey(event: KeyboardEvent, showHelp: () => void): void {
  if (event.key === "?") showHelp();
  else if (event.key === "/") find("[data-page-search]")?.focus();
  else if (event.key === "n") find("[data-page-action]")?.click();
  else return;
  event.preventDefault();
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
