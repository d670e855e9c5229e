import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type SaveBarProps = {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  onDiscard: () => void;
  /** 'Salvar'; 'Salvando...' during the save. */
  saveLabel?: string;
  /** False on a screen with several forms, which has one `UnsavedGuard` for all. */
  guards?: boolean;
};

/** A sticky footer with the form's submit and discard buttons, shown while there are unsaved changes. */
export function SaveBar({
  dirty,
  saving,
  onDiscard,
  saveLabel = "Salvar",
  guards = true,
}: SaveBarProps) {
  const isShown = dirty || saving;
  useEffect(() => {
    document.body.classList.toggle("has-save-bar", isShown);
    return () => document.body.classList.remove("has-save-bar");
  }, [isShown]);
  return (
    <>
      <div
        hidden={!isShown}
        data-save-bar
        className="sticky bottom-(--bottom-bar) z-20 -mx-4 flex items-center gap-3 border-t border-line bg-background px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-bar md:mx-0 md:rounded-t-md md:border-x"
      >
        <p role="status" className="mr-auto text-muted">
          {dirty && "Alterações não salvas"}
        </p>
        <Button look="ghost" onClick={onDiscard} disabled={saving}>
          Descartar
        </Button>
        <Button type="submit" pending={saving}>
          {saving ? "Salvando..." : saveLabel}
        </Button>
      </div>
      {guards && <UnsavedGuard dirty={dirty && !saving} />}
    </>
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
