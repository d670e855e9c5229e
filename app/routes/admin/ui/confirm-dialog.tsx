import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The question, with the spec's text where it has one. */
  children: ReactNode;
  confirmLabel: string;
  variant?: "danger" | "primary";
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A confirmation before an irreversible action. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  variant = "danger",
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
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant={variant} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <div className="px-5 py-4 md:px-8">{children}</div>
    </Dialog>
  );
}
