import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { plainText } from "#app/domain/catalogue/search.ts";
import { editParameter, newRow } from "#app/routes/admin/screens.ts";
import { Picture } from "#app/ui/picture.tsx";

type TitleCellProps = {
  title: string;
  slug: string;
  picture: string | null | undefined;
  onOpen: () => void;
};

/** A row's picture or placeholder, title and slug. The title opens the editor. */
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
          className="block max-w-full truncate text-start font-semibold hover:underline"
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
  const wanted = plainText(text.trim());
  return ({ title }) => plainText(title).includes(wanted);
}

type EditedRow<Row> = {
  /** Each opening mounts a new form. */
  key: number;
  open: boolean;
  /** Undefined for a new one. */
  row: Row | undefined;
};

/**
 * The row in a screen's edit dialog; undefined before the first opening. The dialogs are loaded later than
 * their screen: zod and react-hook-form are 48 kB.
 */
export function useEditedRow<Row>() {
  const [edited, setEdited] = useState<EditedRow<Row>>();
  const edit = useCallback(
    (row?: Row) => setEdited((before) => ({ key: (before?.key ?? 0) + 1, open: true, row })),
    [],
  );
  const close = useCallback(() => setEdited((now) => now && { ...now, open: false }), []);
  return { edited, edit, close };
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
