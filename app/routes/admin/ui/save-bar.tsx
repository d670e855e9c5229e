import { Button } from "#app/ui/button.tsx";

type SaveBarProps = {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
  onSave: () => void;
};

/** A sticky footer with the buttons that save and discard, shown while there are unsaved changes. */
export function SaveBar({ dirty, saving, onDiscard, onSave }: SaveBarProps) {
  return (
    <div
      hidden={!dirty && !saving}
      data-save-bar
      className="sticky bottom-(--bottom-bar) z-20 -mx-4 flex items-center gap-3 border-t border-line bg-background px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-bar md:mx-0 md:rounded-t-md md:border-x"
    >
      <p role="status" className="mr-auto text-muted">
        {dirty && "Alterações não salvas"}
      </p>
      <Button variant="ghost" onClick={onDiscard} disabled={saving}>
        Descartar
      </Button>
      <Button pending={saving} onClick={onSave}>
        {saving ? "Salvando..." : "Salvar"}
      </Button>
    </div>
  );
}
