import { useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { callApi, describeProblem, type Problem } from "#app/routes/admin/session/call-api.ts";
import { toast } from "#app/ui/toast.ts";
import { agreeIn, changesOf } from "./row-changes.ts";

export type StoredRow = { id: string; version: number };

/** The toasts of the error catalogue. */
export type SaveTexts = Record<"created" | "updated" | "createFailed" | "updateFailed", string>;

type RowSaving<Row, Typed extends FieldValues, Body> = {
  form: UseFormReturn<Typed, unknown, Body>;
  path: `/api/${string}`;
  /** The row as it was read; none for a new one. */
  row: Row | undefined;
  /** The row as the page's list has it now; none for a new one, and when it is gone. */
  listed: Row | undefined;
  /** The row as the form holds it. */
  toForm: (row: Row) => Typed;
  /** The row's fields that the form has. */
  fields: readonly string[];
  texts: SaveTexts;
  onSaved: () => void;
};

/**
 * Saves a form's row: only the fields that changed, on the version that was read. `stale` is set when somebody else saved
 * other contents in between; the form stays open until it is decided which of the two shall stand.
 */
export function useRowSaving<Row extends StoredRow, Typed extends FieldValues, Body extends object>(
  saving: RowSaving<Row, Typed, Body>,
) {
  const { form, path, row, listed, toForm, fields, texts, onSaved } = saving;
  const [read, setRead] = useState(row);
  const [stale, setStale] = useState<{ mine: Body; theirs: Row }>();

  async function send(mine: Body, stored: Row | undefined): Promise<void> {
    const answer = stored
      ? await callApi("PATCH", `${path}/${stored.id}`, {
          ...changesOf(mine, stored),
          version: stored.version,
        })
      : await callApi("POST", path, mine);
    if (answer.ok) {
      toast({ title: stored ? texts.updated : texts.created });
      return onSaved();
    }
    const theirs = currentRow<Row>(answer.problem);
    if (!stored || !theirs) return refuse(answer.problem, stored !== undefined);
    if (agreeIn(Object.keys(mine), stored, theirs)) return send(mine, theirs);
    setStale({ mine, theirs });
  }

  function refuse(problem: Problem, wasStored: boolean) {
    const title = wasStored ? texts.updateFailed : texts.createFailed;
    toast({ title, description: describeProblem(problem), look: "destructive" });
    const known = Object.keys(form.getValues());
    for (const { field, message } of problem.errors ?? []) {
      const name = field.split(".").find((part) => known.includes(part));
      if (name) form.setError(name as Path<Typed>, { message }, { shouldFocus: true });
    }
  }

  function keepMine() {
    const theirs = stale?.theirs;
    setStale(undefined);
    void form.handleSubmit((mine) => send(mine, theirs))();
  }

  function take(theirs: Row | undefined) {
    if (!theirs) return;
    setRead(theirs);
    form.reset(toForm(theirs));
    setStale(undefined);
  }
  return {
    save: form.handleSubmit((mine) => send(mine, read)),
    stale,
    keepMine,
    takeTheirs: () => take(stale?.theirs),
    elsewhere: read && elsewhere(read, listed, fields),
    takeListed: () => take(listed),
    decideLater: () => setStale(undefined),
  };
}

/** What became of a row, meanwhile, that is being edited here. */
function elsewhere(
  read: StoredRow,
  listed: StoredRow | undefined,
  fields: readonly string[],
): "changed" | "gone" | undefined {
  if (!listed) return "gone";
  if (listed.version <= read.version || agreeIn(fields, read, listed)) return undefined;
  return "changed";
}

/** The row as it is stored now, told by the refusal of a save on an older version. */
export function currentRow<Row extends StoredRow>({ type, current }: Problem): Row | undefined {
  return type === "urn:pomar:stale-version" ? (current as Row) : undefined;
}
