import { type ReactNode, useCallback, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { VersionedRow } from "#app/domain/editing/schema.ts";
import { useRefetch } from "#app/routes/admin/live/use-refetch.ts";
import { callApi, showProblem } from "#app/routes/admin/session/call-api.ts";
import { MenuItem, MoreMenu } from "#app/routes/admin/ui/more-menu.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type RowKind, updateRow } from "./row-kinds.ts";

type RowActionProps = {
  /** Includes the row's name: 'Editar Polpa de manga'. */
  label: string;
  icon: string;
  onAct: () => void | Promise<void>;
  disabled?: boolean;
  /** An irreversible action. */
  danger?: boolean;
  /** Whether a toggle is on. */
  pressed?: boolean;
  className?: string;
  "data-write"?: string | true;
};

/** An icon button for a row. It stays focusable while pending or disabled. */
export function RowAction(props: RowActionProps) {
  const { label, icon, onAct, disabled = false, danger, pressed, className, ...rest } = props;
  const [pending, setPending] = useState(false);
  async function act() {
    if (pending || disabled) return;
    setPending(true);
    await onAct();
    setPending(false);
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      {...rest}
      aria-label={label}
      title={label}
      aria-busy={pending || undefined}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={act}
      className={classNames(
        "text-muted md:size-9 aria-pressed:bg-danger-soft aria-pressed:text-danger-ink",
        danger ? "hover:text-danger-ink focus-visible:text-danger-ink" : "hover:text-foreground",
        className,
      )}
    >
      <span
        className={classNames(
          "size-5",
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

type RowActionsProps<Row> = RowHandlers<Row> & {
  row: Row;
  children?: ReactNode;
  /** Further `MenuItem`s for narrow windows. */
  menuItems?: ReactNode;
};

/** Show or hide, edit, delete; children come first. In narrow windows behind 'Mais'. */
export function RowActions<Row extends ListedRow>(props: RowActionsProps<Row>) {
  const { row, onToggle, onEdit, onDelete, children, menuItems } = props;
  const visibility = row.visible ? "Ocultar" : "Mostrar";
  const visibilityIcon = row.visible ? "icon-[lucide--eye]" : "icon-[lucide--eye-off]";
  return (
    <div className="flex items-center justify-end" data-write="owner">
      {children}
      <div className="flex items-center @max-[44rem]/table-frame:hidden">
        <RowAction
          label={`${visibility} ${row.title}`}
          icon={visibilityIcon}
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
          className="ml-2"
        />
      </div>
      <div className="@min-[44rem]/table-frame:hidden">
        <MoreMenu iconOnly label={`Mais: ${row.title}`}>
          {menuItems}
          <MenuItem icon="icon-[lucide--pencil]" onAct={() => onEdit(row)}>
            Editar
          </MenuItem>
          <MenuItem icon={visibilityIcon} onAct={() => void onToggle(row)}>
            {visibility}
          </MenuItem>
          <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => void onDelete(row)}>
            Excluir
          </MenuItem>
        </MoreMenu>
      </div>
    </div>
  );
}

type ListedRow = VersionedRow & { title: string; visible: boolean };

/** Shows, hides and deletes rows of a list. `kind` must be a constant. */
export function useRowWrites(kind: RowKind) {
  const refetch = useRefetch();
  const toggle = useCallback(
    async (row: ListedRow) => {
      const setVisible = async (shown: ListedRow, visible: boolean) => {
        const result = await updateRow(kind, shown, () => ({ visible }));
        if (result.ok) {
          const undo = () => void setVisible(result.after, !visible);
          toast({ title: kind.updated, undo });
        } else showProblem(kind.updateFailed, result.problem);
        await refetch();
      };
      await setVisible(row, !row.visible);
    },
    [kind, refetch],
  );
  const remove = useCallback(
    async ({ id }: ListedRow) => {
      if (!confirm(kind.deleteQuestion)) return;
      const answer = await callApi("DELETE", `${kind.path}/${id}`);
      if (answer.ok) toast({ title: kind.deleted });
      else showProblem(kind.deleteFailed, answer.problem);
      await refetch();
    },
    [kind, refetch],
  );
  return { toggle, remove };
}
