import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Conflict } from "./conflict.tsx";
import { changedFields } from "./stored-version.ts";

/** How each field of a form is named and shown beside the stored one. */
export type FieldViews<Values> = {
  [Field in keyof Values]: { label: string; show?: (value: Values[Field]) => ReactNode };
};

export type FieldConflict = { label: string; mine: ReactNode; theirs: ReactNode };

/** Both values of each field in which a form differs from the stored row. */
export function conflictingFields<Values extends object>(
  mine: Values,
  stored: object,
  views: FieldViews<Values>,
): FieldConflict[] {
  const fields = Object.keys(changedFields(mine, stored)) as (keyof Values)[];
  const shown = fields.map((field) => {
    const { label, show = showText } = views[field];
    return { label, mine: show(mine[field]), theirs: show((stored as Values)[field]) };
  });
  // What differs may be shown by another field.
  return shown.filter(({ mine, theirs }) => mine !== theirs);
}

function showText(value: unknown): string {
  if (value === true) return "Sim";
  if (value === false) return "Não";
  if (Array.isArray(value)) return value.join("\n") || "Nada";
  return value === null || value === "" ? "Nada" : String(value);
}

type ConflictDialogProps<Row, Mine> = {
  conflict: Conflict<Row, Mine> | undefined;
  fieldsOf: (conflict: Conflict<Row, Mine>) => readonly FieldConflict[];
};

/** Shows both versions after a save on a stale one (409) and lets the user choose. */
export function ConflictDialog<Row, Mine>(props: ConflictDialogProps<Row, Mine>) {
  const { conflict, fieldsOf } = props;
  return (
    <Dialog
      open={conflict !== undefined}
      onClose={() => conflict?.decideLater()}
      title="Isto mudou enquanto você editava"
      wide
      footer={
        <div className="grid gap-3 sm:flex sm:justify-between">
          <Button variant="outline" onClick={() => conflict?.takeStored()}>
            Ficar com a versão salva
          </Button>
          <Button onClick={() => conflict?.keepMine()}>Salvar a minha versão</Button>
        </div>
      }
    >
      <dl className="flex flex-col gap-4 px-5 py-4 md:px-8">
        {conflict &&
          fieldsOf(conflict).map(({ label, mine, theirs }) => (
            <div key={label}>
              <dt className="mb-1 font-semibold">{label}</dt>
              <dd className="grid gap-2 sm:grid-cols-2">
                <Version name="Salva agora">{theirs}</Version>
                <Version name="Sua">{mine}</Version>
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}

function Version({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-sunken p-3">
      <p className="text-sm text-muted">{name}</p>
      <div className="wrap-anywhere whitespace-pre-wrap">{children}</div>
    </div>
  );
}
