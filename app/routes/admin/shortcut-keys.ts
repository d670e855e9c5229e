import { singleKeySwitch } from "#app/routes/admin/ui/device-switch.ts";
import { screens } from "./screens.ts";

/** What the keyboard shortcuts of every screen do. */
type Actions = {
  toggleSidebar: () => void;
  toggleMenu: () => void;
  showHelp: () => void;
  showPalette: () => void;
  goTo: (path: string) => void;
};

const wideWindow = "(width >= 48rem)";

/** Runs the shortcut of a key, if it has one. */
export function pressKey(event: KeyboardEvent, actions: Actions): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (pressWithControl(event, actions) || pressSingleKey(event, actions)) event.preventDefault();
}

/** Whether the key has an effect. */
function pressWithControl(event: KeyboardEvent, actions: Actions): boolean {
  if (isWithControl(event, "k") && !hasDialog()) actions.showPalette();
  else if (!isWithControl(event, "b")) return false;
  else if (matchMedia(wideWindow).matches) actions.toggleSidebar();
  else actions.toggleMenu();
  return true;
}

function isWithControl(event: KeyboardEvent, wanted: string): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === wanted && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function hasDialog(): boolean {
  return document.querySelector("dialog:modal") !== null;
}

const textFields = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/** A key outside text fields, without modifiers and without an open dialog. */
function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || hasDialog()) return false;
  return !(target instanceof Element && target.closest(textFields));
}

const sequenceMs = 1500;
/** When 'g' was pressed, the first key of a sequence. */
let goPressedAt = Number.NEGATIVE_INFINITY;

/** Whether the key has an effect. */
function pressSingleKey(event: KeyboardEvent, { showHelp, goTo }: Actions): boolean {
  if (!singleKeySwitch.$isOn.get() || !isSingleKey(event)) return false;
  const key = event.key.toLowerCase();
  const isSequence = event.timeStamp - goPressedAt < sequenceMs;
  goPressedAt = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const screen = isSequence && screens.find(({ shortcut }) => shortcut === key);
  if (screen) goTo(screen.to);
  else if (key === "?") showHelp();
  else if (key === "/") find("[data-page-search]")?.focus();
  else if (key === "n") find("[data-page-action]")?.click();
  else if (key === "j") focusRow(1);
  else if (key === "k") focusRow(-1);
  else if (key === "e") focusedRow()?.click();
  else return false;
  return true;
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}

/** The control that opens the row with the focus. */
function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-row-open]");
}

/** Moves the focus by rows; to the first one from outside the list. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row-open]")];
  const here = focusedRow();
  const index = here ? rows.indexOf(here) + step : 0;
  const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
  row?.focus({ preventScroll: true });
  row?.closest("tr")?.scrollIntoView({ block: "nearest" });
}
