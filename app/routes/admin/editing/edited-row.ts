import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { editParameter, newRow } from "#app/routes/admin/screens.ts";

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
