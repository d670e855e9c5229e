import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useRefetch } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { hasWords, wordsOf } from "#app/domain/catalogue/list/search.ts";
import type { VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { Allowed } from "#app/routes/admin/kit/allowed.tsx";
import { MenuItem, MoreMenu } from "#app/routes/admin/kit/lists/more-menu.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { editParameter, newRow } from "#app/routes/admin/screens.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Picture } from "#app/ui/picture.tsx";
import { type RowKind, undoChange, updateRow } from "./row-kinds.ts";

/** A copy of the list with the item at `from` moved to `to`; the same items when there is none at `from`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}

type RowActionProps = {
  /** Includes the row's name: 'Editar Polpa de manga'. */
  label: string;
  icon: string;
  onAct: () => void | Promise<void>;
  disabled?: boolean;
  /** An irreversible action. */
  danger?: boolean;
  /** True if a toggle is on. */
  pressed?: boolean;
  className?: string;
};

/** An icon button for a row. It stays focusable while pending or disabled. */
export function RowAction(props: RowActionProps) {
  const { label, icon, onAct, disabled = false, danger, pressed, className } = props;
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
  /** `MenuItem`s of rare actions. */
  menuItems?: ReactNode;
};

/** Show or hide, edit, delete; children come first. Deleting is behind 'Mais' where there are rare actions, and in narrow windows. */
export function RowActions<Row extends ListedRow>(props: RowActionsProps<Row>) {
  const { row, onToggle, onEdit, onDelete, children, menuItems } = props;
  const visibility = row.visible ? "Ocultar" : "Mostrar";
  const visibilityIcon = row.visible ? "icon-[lucide--eye]" : "icon-[lucide--eye-off]";
  return (
    <Allowed>
      <div className="flex items-center justify-end">
        {children}
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
        {!menuItems && (
          <RowAction
            label={`Excluir ${row.title}`}
            icon="icon-[lucide--trash-2]"
            onAct={() => onDelete(row)}
            danger
            className="ml-2 @max-[44rem]/table-frame:hidden"
          />
        )}
        <div className={classNames("row-menu", !menuItems && "@min-[44rem]/table-frame:hidden")}>
          <MoreMenu iconOnly label={`Mais: ${row.title}`}>
            {menuItems}
            <MenuItem icon="icon-[lucide--trash-2]" danger onAct={() => void onDelete(row)}>
              Excluir
            </MenuItem>
          </MoreMenu>
        </div>
      </div>
    </Allowed>
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
      const undo = () => void undoChange(kind, { id, version: null }).then(refetch);
      if (answer.ok) toast({ title: kind.deleted, undo });
      else showProblem(kind.deleteFailed, answer.problem);
      await refetch();
    },
    [kind, refetch],
  );
  return { toggle, remove };
}

type TitleCellProps = {
  title: string;
  slug: string;
  picture: string | null | undefined;
  onOpen: () => void;
};

/** A row's picture or placeholder, title and slug, which has a place of its own in narrow windows. The title opens the editor. */
export function TitleCell({ title, slug, picture, onOpen }: TitleCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 @min-[44rem]/table-frame:min-w-48 @min-[44rem]/table-frame:contain-inline-size">
      <div className="row-thumbnail w-9 shrink-0 overflow-hidden rounded-md">
        <Picture
          src={picture}
          alt=""
          width={44}
          height={44}
          sizes="44px"
          className="aspect-square"
        />
      </div>
      <div className="min-w-0">
        <button
          type="button"
          data-row-open
          onClick={onOpen}
          title={title}
          className="block max-w-full truncate text-start font-semibold @max-[16rem]/table-frame:whitespace-normal hover:underline"
        >
          {title}
        </button>
        <p className="truncate text-sm leading-tight text-muted @max-[44rem]/table-frame:hidden">
          {slug}
        </p>
      </div>
    </div>
  );
}

/** A row's category, in narrow windows with the slug. */
export function NoteCell({ slug, children }: { slug: string; children: ReactNode }) {
  return (
    <span className="truncate @max-[44rem]/table-frame:text-sm @max-[16rem]/table-frame:whitespace-normal">
      {children}
      <span className="@min-[44rem]/table-frame:hidden"> · {slug}</span>
    </span>
  );
}

const initialRows = 150;
const rowsPerStep = 60;

/** The first rows of a long list; more are added when the element of `endRef` approaches the viewport. */
export function useGrowingList<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(initialRows);
  const endRef = useRef<HTMLDivElement>(null);
  const complete = count >= rows.length;
  useEffect(() => {
    if (complete || !endRef.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setCount(count + rowsPerStep);
      },
      { rootMargin: "1500px 0px" },
    );
    watcher.observe(endRef.current);
    return () => watcher.disconnect();
  }, [complete, count]);
  return { shown: complete ? rows : rows.slice(0, count), endRef };
}

/** A search by title, insensitive to case and accents: 'acai' finds 'Açaí'. */
export function matchesTitle(text: string): (row: { title: string }) => boolean {
  const part = plainText(text.trim());
  const words = wordsOf(text);
  return ({ title }) =>
    plainText(title).includes(part) || (words.length > 0 && hasWords(wordsOf(title), words));
}

/** `isDiscarded`: with unsaved changes, which a notice offers to bring back. */
type CloseEditor = (isDiscarded?: boolean) => void;

/** The properties that a screen gives to the editor of its rows. */
export type EditorProps<Row> = {
  open: boolean;
  /** The row when the form was opened; undefined for a new one. */
  row: Row | undefined;
  /** The row as the page has it now; undefined for a new one, and after it was deleted. */
  listed: Row | undefined;
  onClose: CloseEditor;
};

/**
 * The row of `rows` in a screen's edit dialog, which stays mounted when it is closed; undefined before the first opening. Each
 * opening has another `key`, which mounts a new form. The dialogs are loaded later than their screen: zod and react-hook-form
 * are 48 kB.
 */
export function useEditedRow<Row extends { id: string }>(rows: readonly Row[]) {
  const [edited, setEdited] = useState<{ key: number; open: boolean; row: Row | undefined }>();
  const edit = useCallback(
    (row?: Row) => setEdited((before) => ({ key: (before?.key ?? 0) + 1, open: true, row })),
    [],
  );
  const key = edited?.key;
  const onClose: CloseEditor = useCallback(
    (isDiscarded) => {
      const setOpen = (open: boolean) =>
        setEdited((now) => (now?.key === key && now ? { ...now, open } : now));
      setOpen(false);
      if (isDiscarded) toast({ title: "Alterações descartadas", undo: () => setOpen(true) });
    },
    [key],
  );
  if (!edited) return { edit, edited };
  const { open, row } = edited;
  const listed = rows.find(({ id }) => id === row?.id);
  const props: EditorProps<Row> = { open, row, listed, onClose };
  return { edit, edited: { key: edited.key, props } };
}

/** Opens the editor that the address names, `?editar={id}` or `?editar=novo`, and removes that from the address. */
export function useEditLink<Row extends { id: string }>(
  rows: readonly Row[],
  edit: (row?: Row) => unknown,
): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(editParameter);
  useEffect(() => {
    if (wanted === null) return;
    const row = rows.find(({ id }) => id === wanted);
    if (row || wanted === newRow) edit(row);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(editParameter);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [wanted, rows, edit, setParams]);
}
