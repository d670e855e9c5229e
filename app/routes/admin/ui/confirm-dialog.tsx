import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The question, in the spec's words where it has them. */
  children: ReactNode;
  /** What the other button says: 'Excluir'. */
  confirmLabel: string;
  look?: "danger" | "primary";
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something that cannot be taken back; 'Cancelar' comes first and stands apart. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  look = "danger",
  pending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      className="dialog-small"
      footer={
        <div className="flex justify-between gap-3">
          <Button look="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button look={look} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className="px-5 py-4 md:px-8">{children}</div>
    </Dialog>
  );
}
