import { type ReactNode, useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog, type DialogProps } from "#app/ui/dialog.tsx";

type DialogButtonsProps = { cancelLabel?: string; onCancel: () => void; children: ReactNode };

/** The buttons below a dialog: the one that leaves it, and its action. */
export function DialogButtons({
  cancelLabel = "Cancelar",
  onCancel,
  children,
}: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap justify-between gap-3">
      <Button variant="outline" onClick={onCancel}>
        {cancelLabel}
      </Button>
      {children}
    </div>
  );
}

type ActionDialogProps = Omit<DialogProps, "footer"> & {
  /** The button of what the dialog is for; nothing while that cannot be done. */
  action: ReactNode;
  cancelLabel?: string;
};

/** A dialog for one action. */
export function ActionDialog({ action, cancelLabel, children, ...dialog }: ActionDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <DialogButtons cancelLabel={cancelLabel} onCancel={dialog.onClose}>
          {action}
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4 px-5 py-4 md:px-8">{children}</div>
    </Dialog>
  );
}

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { children, confirmLabel, variant = "danger", pending, onConfirm, ...dialog } = props;
  return (
    <ActionDialog
      {...dialog}
      className="dialog-small"
      action={
        <Button variant={variant} pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      }
    >
      <div>{children}</div>
    </ActionDialog>
  );
}

type UnsavedGuardProps = {
  dirty: boolean;
  /** A URL parameter that identifies the form; changing it leaves the form. */
  parameter?: string;
};

/** Asks for a confirmation before a navigation or a closed tab discards unsaved changes. */
export function UnsavedGuard({ dirty, parameter }: UnsavedGuardProps) {
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [dirty]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && placeOf(currentLocation, parameter) !== placeOf(nextLocation, parameter),
  );
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Sair sem salvar?"
      confirmLabel="Sair sem salvar"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      As alterações desta tela ainda não foram salvas e serão perdidas.
    </ConfirmDialog>
  );
}

function placeOf({ pathname, search }: Location, parameter = ""): string {
  return `${pathname} ${new URLSearchParams(search).get(parameter)}`;
}
