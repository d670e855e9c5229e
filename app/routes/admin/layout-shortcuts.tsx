import { useEffect, useRef, useState } from "react";
import { SwitchField } from "#app/routes/admin/ui/fields.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type ShortcutsDialogProps = {
  open: boolean;
  onClose: () => void;
  singleKeys: boolean;
  onChangeSingleKeys: (on: boolean) => void;
};

const shortcuts: [keys: string[], effect: string][] = [
  [["Ctrl", "B"], "Recolher ou expandir o menu (⌘ B no Mac)"],
  [["/"], "Buscar na lista"],
  [["N"], "Criar: produto, receita"],
  [["?"], "Mostrar estes atalhos"],
  [["Esc"], "Fechar a janela aberta"],
];

/** Every shortcut of the back office, under '?'. */
export function ShortcutsDialog({
  open,
  onClose,
  singleKeys,
  onChangeSingleKeys,
}: ShortcutsDialogProps) {
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
          checked={singleKeys}
          onChange={(event) => onChangeSingleKeys(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

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
