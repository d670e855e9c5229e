import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { ConfirmDialog } from "#app/routes/admin/ui/confirm-dialog.tsx";
import { UnsavedGuard } from "#app/routes/admin/ui/save-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

type FormDialogProps = {
  open: boolean;
  title: string;
  /** Whether anything was typed that is not saved. */
  dirty: boolean;
  saving: boolean;
  /** Something that belongs to the form is still under way, such as an upload. */
  busy?: boolean;
  /** False where an `UnsavedGuard` is mounted already, for another form of the screen: two of them would not both be asked. */
  guards?: boolean;
  /** 'Criar Produto'; 'Salvando...' while at work. */
  submitLabel: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog: its buttons always in reach, and what was typed never lost without being asked. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, dirty, saving, busy, guards = true } = props;
  const { submitLabel, onSubmit, onClose, children } = props;
  const id = useId();
  const [asking, setAsking] = useState(false);
  const close = () => (dirty || saving || busy ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        className="dialog-form"
        footer={
          <div className="flex justify-between gap-3">
            <Button look="outline" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" form={id} pending={saving} disabled={busy}>
              {saving ? "Salvando..." : submitLabel}
            </Button>
          </div>
        }
      >
        <form
          id={id}
          noValidate
          onSubmit={onSubmit}
          className="flex flex-col gap-5 px-5 py-5 md:px-8"
        >
          {children}
        </form>
      </Dialog>
      <ConfirmDialog
        open={open && asking}
        title="Descartar alterações?"
        confirmLabel="Descartar"
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onClose={() => setAsking(false)}
      >
        O que você digitou ainda não foi salvo e será perdido.
      </ConfirmDialog>
      {guards && <UnsavedGuard dirty={open && dirty && !saving} />}
    </>
  );
}
