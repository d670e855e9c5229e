import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

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
