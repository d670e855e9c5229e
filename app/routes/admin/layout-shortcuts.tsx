import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { createDeviceSwitch } from "#app/routes/admin/ui/device-switch.ts";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** WCAG 2.1.4: single-key shortcuts can be switched off, for users of speech input. */
const singleKeySwitch = createDeviceSwitch("pomar:shortcuts");

type ShortcutsDialogProps = { open: boolean; onClose: () => void };

const shortcuts: [keys: string[], effect: string][] = [
  [["Ctrl", "B"], "Recolher ou expandir o menu (⌘ B no Mac)"],
  [["/"], "Buscar na lista"],
  [["N"], "Criar: produto, receita"],
  [["?"], "Mostrar estes atalhos"],
  [["Esc"], "Fechar a janela aberta"],
];

/** Every shortcut of the back office, under '?'. */
export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const isOn = useStore(singleKeySwitch.$isOn, { ssr: "initial" });
  return (
    <Dialog open={open} onClose={onClose} title="Atalhos do teclado" className="dialog-small">
      <div className="px-5 py-4 md:px-8">
        <dl className="mb-4">
          {shortcuts.map(([keys, effect]) => (
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
          hint="Desligue se você dita ou se as teclas disparam sem querer."
          checked={isOn}
          onChange={(event) => singleKeySwitch.set(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

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
