import { type ReactNode, useEffect } from "react";
import { type Location, useBlocker } from "react-router";
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
