import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

export type FieldConflict = { label: string; mine: ReactNode; theirs: ReactNode };

type ConflictDialogProps = {
  open: boolean;
  /** The fields in which what is stored now differs from what is typed here. */
  conflicts: readonly FieldConflict[];
  /** Save what is typed here over it. */
  onKeepMine: () => void;
  /** Take what is stored into the form. */
  onTakeTheirs: () => void;
  /** Decide later: the form stays as it is. */
  onClose: () => void;
};

/** Somebody saved the same thing in between (409): shows both and lets choose. */
export function ConflictDialog({
  open,
  conflicts,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ConflictDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Isto mudou enquanto você editava"
      wide
      footer={
        <div className="grid gap-3 sm:flex sm:justify-between">
          <Button look="outline" onClick={onTakeTheirs}>
            Ficar com a versão salva
          </Button>
          <Button onClick={onKeepMine}>Salvar a minha versão</Button>
        </div>
      }
    >
      <dl className="flex flex-col gap-4 px-5 py-4 md:px-8">
        {conflicts.map(({ label, mine, theirs }) => (
          <div key={label}>
            <dt className="mb-1 font-semibold">{label}</dt>
            <dd className="grid gap-2 sm:grid-cols-2">
              <Version name="Salva agora">{theirs}</Version>
              <Version name="Sua">{mine}</Version>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken p-3">
      <p className="text-sm text-muted">{name}</p>
      <div className="wrap-anywhere whitespace-pre-wrap">{children}</div>
    </div>
  );
}
