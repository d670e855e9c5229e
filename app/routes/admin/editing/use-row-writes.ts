import { useCallback } from "react";
import { useRevalidator } from "react-router";
import { type Answer, callApi, describeProblem } from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";
import { currentRow, type StoredRow } from "./use-row-saving.ts";

export type ListedRow = StoredRow & { title: string; visible: boolean };

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
