import { useStore } from "#app/client/use-store.ts";
import { singleKeySwitch } from "#app/routes/admin/kit/device-switch.ts";
import { listTargets } from "#app/routes/admin/kit/shortcut-targets.ts";
import { Dialog, hasModal, openPane } from "#app/ui/dialog.tsx";
import { SwitchField } from "./kit/fields/fields.tsx";
import { useRole } from "./layout-data.ts";
import { screens, screensFor } from "./screens.ts";

type ShortcutsDialogProps = { open: boolean; onClose: () => void };

const shortcuts: [keys: string[], effect: string][] = [
  [["Ctrl", "K"], "Buscar e ir para (⌘ K no Mac)"],
  [["Ctrl", "B"], "Recolher ou expandir o menu (⌘ B no Mac)"],
  [["/"], "Buscar na lista"],
  [["N"], "Criar: produto, receita"],
  [["J"], "Próxima linha da lista"],
  [["K"], "Linha anterior"],
  [["E"], "Abrir a linha"],
  [["Enter"], "Próxima etapa do pedido aberto ao lado"],
  [["?"], "Mostrar estes atalhos"],
  [["Esc"], "Fechar a janela aberta"],
];

/** Every shortcut of the back office, under '?'. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const role = useRole();
  const toScreens = screensFor(role).map(({ label, shortcut }): (typeof shortcuts)[number] => [
    ["G", shortcut.toUpperCase()],
    `Ir para ${label}`,
  ]);
  const isOn = useStore(singleKeySwitch.$isOn);
  return (
    <Dialog open={open} onClose={onClose} title="Atalhos do teclado" className="dialog-small">
      <div className="px-5 py-4 md:px-8">
        <dl className="mb-4">
          {[...shortcuts, ...toScreens].map(([keys, effect]) => (
            <div key={effect} className="flex items-center justify-between gap-4 py-1.5">
              <dt>{effect}</dt>
              <dd className="flex gap-1">
                {keys.map((name) => (
                  <kbd
                    key={name}
                    className="min-w-7 rounded-sm border border-field bg-sunken px-1.5 py-0.5 text-center text-sm"
                  >
                    {name}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <SwitchField
          label="Usar atalhos de uma tecla"
          hint="Os que não usam Ctrl. Desligue se você dita ou se as teclas disparam sem querer."
          checked={isOn}
          onChange={(event) => singleKeySwitch.set(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

/** The actions of the keyboard shortcuts of every screen. */
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

/** Returns whether the key has an effect. */
function pressWithControl(event: KeyboardEvent, actions: Actions): boolean {
  if (isWithControl(event, "k") && !hasModal()) actions.showPalette();
  else if (!isWithControl(event, "b")) return false;
  else if (matchMedia(wideWindow).matches) actions.toggleSidebar();
  else actions.toggleMenu();
  return true;
}

function isWithControl(event: KeyboardEvent, wanted: string): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === wanted && ctrlKey !== metaKey && !altKey && !shiftKey;
}

const textFields = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/** A key outside text fields, without modifiers and without an open dialog. */
function isSingleKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || hasModal()) return false;
  return !(target instanceof Element && target.closest(textFields));
}

const sequenceMs = 1500;
/** The time when 'g' was pressed, the first key of a sequence. */
let goPressedAt = Number.NEGATIVE_INFINITY;

/** Returns whether the key has an effect. */
function pressSingleKey(event: KeyboardEvent, { showHelp, goTo }: Actions): boolean {
  if (!singleKeySwitch.$isOn.get() || !isSingleKey(event)) return false;
  const key = event.key.toLowerCase();
  const isSequence = event.timeStamp - goPressedAt < sequenceMs;
  goPressedAt = key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const screen = isSequence && screens.find(({ shortcut }) => shortcut === key);
  if (screen) goTo(screen.to);
  else if (key === "?") showHelp();
  else if (key === "/") listTargets("search").at(0)?.focus();
  else if (key === "n") pressPageAction();
  else if (key === "j") focusRow(1);
  else if (key === "k") focusRow(-1);
  else if (key === "e") focusedRow()?.click();
  else if (key === "enter") return pressNextStep(event);
  else if (key === "escape" && openPane()) openPane()?.close();
  else return false;
  return true;
}

/** Presses the page's button, which is hidden beside an open order. */
function pressPageAction(): void {
  listTargets("action").find(isVisible)?.click();
}

function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

const currentRow = "[data-row-open][aria-current]";

/** Presses the next step of the order beside its list, unless the key presses the control with the focus. */
function pressNextStep({ target, repeat }: KeyboardEvent): boolean {
  const isOnControl =
    target instanceof Element && target.matches(`:is(a, button, summary):not(${currentRow})`);
  const step =
    !isOnControl && !repeat && openPane()?.dialog.querySelector<HTMLElement>("[data-next-step]");
  if (step) step.click();
  return Boolean(step);
}

/** The control that opens the row with the focus, or else the row that is open. */
function focusedRow(): HTMLElement | null | undefined {
  const row = document.activeElement?.closest("tr");
  return (
    row?.querySelector<HTMLElement>("[data-row-open]") ??
    listRowControls().find((control) => control.matches(currentRow))
  );
}

/** The controls that open the rows of the screen's tables. */
function listRowControls(): HTMLElement[] {
  return listTargets("table").flatMap((table) => [
    ...table.querySelectorAll<HTMLElement>("[data-row-open]"),
  ]);
}

/** Moves the focus by rows, and opens the row where one is open beside the list; to the first one from outside the list. */
function focusRow(step: 1 | -1): void {
  const rows = listRowControls();
  const here = focusedRow();
  const index = here ? rows.indexOf(here) + step : 0;
  const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
  row?.focus({ preventScroll: true });
  row?.closest("tr")?.scrollIntoView({ block: "nearest" });
  if (openPane() && row !== here) row?.click();
}
