import { useStore } from "@nanostores/react";
import { singleKeySwitch } from "#app/routes/admin/ui/device-switch.ts";
import { SwitchField } from "#app/routes/admin/ui/switch-field.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { screens } from "./screens.ts";

type ShortcutsDialogProps = { open: boolean; onClose: () => void };

const shortcuts: [keys: string[], effect: string][] = [
  [["Ctrl", "K"], "Buscar e ir para (⌘ K no Mac)"],
  [["Ctrl", "B"], "Recolher ou expandir o menu (⌘ B no Mac)"],
  [["/"], "Buscar na lista"],
  [["N"], "Criar: produto, receita"],
  [["J"], "Próxima linha da lista"],
  [["K"], "Linha anterior"],
  [["E"], "Abrir a linha"],
  ...screens.map(({ label, shortcut }): [string[], string] => [
    ["G", shortcut.toUpperCase()],
    `Ir para ${label}`,
  ]),
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
          hint="Os que não usam Ctrl. Desligue se você dita ou se as teclas disparam sem querer."
          checked={isOn}
          onChange={(event) => singleKeySwitch.set(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
