import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { ListedRow } from "./use-row-writes.ts";

type RowActionProps = {
  /** Names the row too: 'Editar Polpa de manga'. */
  label: string;
  icon: string;
  onAct: () => void | Promise<void>;
  disabled?: boolean;
  /** What cannot be taken back. */
  danger?: boolean;
  className?: string;
};

/** One thing to do with a row, as an icon. It keeps the focus while at work and where there is nothing to do. */
export function RowAction(props: RowActionProps) {
  const { label, icon, onAct, disabled = false, danger, className } = props;
  const [pending, setPending] = useState(false);
  async function act() {
    if (pending || disabled) return;
    setPending(true);
    await onAct();
    setPending(false);
  }
  return (
    <Button
      look="ghost"
      size="icon"
      aria-label={label}
      title={label}
      aria-busy={pending || undefined}
      aria-disabled={disabled || undefined}
      onClick={act}
      className={className}
    >
      <span
        className={classNames(
          "size-5",
          danger && "text-danger-ink",
          pending ? "icon-[lucide--loader-circle] animate-spin" : icon,
        )}
        aria-hidden
      />
    </Button>
  );
}

export type RowHandlers<Row> = {
  onToggle: (row: Row) => Promise<void>;
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => Promise<void>;
};

type RowActionsProps<Row> = RowHandlers<Row> & { row: Row; children?: ReactNode };

/** Show or hide, edit, and apart from these delete; others, as children, come first. */
export function RowActions<Row extends ListedRow>(props: RowActionsProps<Row>) {
  const { row, onToggle, onEdit, onDelete, children } = props;
  return (
    <div className="flex items-center justify-end max-sm:w-full">
      {children}
      <RowAction
        label={`${row.visible ? "Ocultar" : "Mostrar"} ${row.title}`}
        icon={row.visible ? "icon-[lucide--eye]" : "icon-[lucide--eye-off]"}
        onAct={() => onToggle(row)}
      />
      <RowAction
        label={`Editar ${row.title}`}
        icon="icon-[lucide--pencil]"
        onAct={() => onEdit(row)}
      />
      <RowAction
        label={`Excluir ${row.title}`}
        icon="icon-[lucide--trash-2]"
        onAct={() => onDelete(row)}
        danger
        className="ml-3"
      />
    </div>
  );
}
