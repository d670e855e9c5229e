import { type ReactNode, useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import { type Answer, callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { toast } from "#app/ui/toast.ts";
import { currentRow, type StoredRow } from "./use-row-saving.ts";

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

type ListedRow = StoredRow & { title: string; visible: boolean };

/** A list's rows: where they are written, and what is said of it. */
export type RowKind = {
  path: `/api/${string}`;
  updated: string;
  updateFailed: string;
  deleted: string;
  deleteFailed: string;
  /** The spec's question before one is deleted. */
  deleteQuestion: string;
};

/** What is done to a row from its list: shown or hidden, and deleted. `kind` must be a constant. */
export function useRowWrites(kind: RowKind) {
  const { revalidate } = useRevalidator();
  const toggle = useCallback(
    async (row: ListedRow) => {
      const answer = await setVisible(kind.path, row, !row.visible);
      tell(answer, kind.updated, kind.updateFailed);
      await revalidate();
    },
    [kind, revalidate],
  );
  const remove = useCallback(
    async ({ id }: ListedRow) => {
      if (!confirm(kind.deleteQuestion)) return;
      const answer = await callApi("DELETE", `${kind.path}/${id}`);
      tell(answer, kind.deleted, kind.deleteFailed);
      await revalidate();
    },
    [kind, revalidate],
  );
  return { toggle, remove };
}

/** Whoever saved in between changed something else, or wanted the same: the row is not being read, only switched. */
async function setVisible(path: RowKind["path"], row: StoredRow, visible: boolean) {
  const set = ({ id, version }: StoredRow) =>
    callApi("PATCH", `${path}/${id}`, { visible, version });
  const answer = await set(row);
  const current = answer.ok ? undefined : currentRow(answer.problem);
  return current ? set(current) : answer;
}

function tell(answer: Answer<unknown>, done: string, failed: string): void {
  if (answer.ok) toast({ title: done });
  else {
    toast({ title: failed, description: describeProblem(answer.problem), look: "destructive" });
  }
}
