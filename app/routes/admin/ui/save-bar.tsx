import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type SaveBarProps = {
  /** Whether anything differs from what is stored. */
  dirty: boolean;
  saving: boolean;
  /** Back to what is stored. */
  onDiscard: () => void;
  /** 'Salvar'; 'Salvando...' while at work. */
  saveLabel?: string;
  /** False on a screen of several forms, which has one `UnsavedGuard` for all of them. */
  guards?: boolean;
};

/**
 * At the foot of a form, always in reach: says that there are unsaved changes, saves (it is the form's submit button) or
 * discards them, and asks before the page is left with them.
 */
export function SaveBar({
  dirty,
  saving,
  onDiscard,
  saveLabel = "Salvar",
  guards = true,
}: SaveBarProps) {
  return (
    <>
      <div
        hidden={!dirty && !saving}
        data-save-bar
        className="sticky bottom-0 z-20 -mx-4 flex items-center gap-3 border-t border-line bg-background px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-bar md:mx-0 md:rounded-t-md md:border-x"
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
  /** Of the address: a walk that changes it leaves the form, too. */
  parameter?: string;
};

/** Asks before unsaved changes are lost: by the browser's own question when the tab closes, by ours otherwise. */
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
