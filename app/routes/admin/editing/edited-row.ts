import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { editParameter, newRow } from "#app/routes/admin/screens.ts";
import { noAnswer, showProblem } from "#app/routes/admin/session/call-api.ts";

type EditedRow<Row, Editor> = {
  /** Each opening mounts a new form. */
  key: number;
  open: boolean;
  /** Undefined for a new one. */
  row: Row | undefined;
  Editor: Editor;
};

/**
 * The row in a screen's edit dialog, whose code is loaded by the first opening. `loadEditor` must be a constant; if it
 * fails, a toast says so and the screen does not change.
 */
export function useEditedRow<Row, Editor>(loadEditor: () => Promise<Editor>) {
  const [edited, setEdited] = useState<EditedRow<Row, Editor>>();
  const edit = useCallback(
    async (row?: Row) => {
      try {
        const Editor = await loadEditor();
        setEdited((before) => ({ key: (before?.key ?? 0) + 1, open: true, row, Editor }));
      } catch (error) {
        console.warn("The form was not loaded", error);
        showProblem("Não foi possível abrir o formulário", noAnswer.problem);
      }
    },
    [loadEditor],
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
