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

type ChangedElsewhereProps = {
  /** What became of the row that the form edits. */
  what: "changed" | "gone" | undefined;
  /** Whether anything was typed that showing the stored row would lose. */
  dirty: boolean;
  /** Takes the stored row into the form. */
  onShow: () => void;
};

/** Says quietly that the form's row was saved or deleted elsewhere; nothing typed is touched. */
export function ChangedElsewhere({ what, dirty, onShow }: ChangedElsewhereProps) {
  return (
    <div role="status">
      {what && (
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-info-soft px-3 py-2 text-info-ink">
          <span className="icon-[lucide--info] size-5 shrink-0" aria-hidden />
          <p className="min-w-0 grow basis-48">{words(what, dirty)}</p>
          {what === "changed" && !dirty && (
            <Button look="outline" onClick={onShow}>
              Mostrar a versão salva
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function words(what: "changed" | "gone", dirty: boolean): string {
  if (what === "gone") return "Isto foi excluído em outro lugar.";
  return dirty
    ? "Isto mudou em outro lugar. Ao salvar, você escolhe o que fica."
    : "Isto mudou em outro lugar.";
}
