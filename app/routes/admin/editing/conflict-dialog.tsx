import { diffFields } from "#app/domain/editing/differences.ts";
import type { AuditedTable } from "#app/shared/changes.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Conflict } from "./conflict.tsx";
import { DiffTable } from "./diff-table.tsx";

type ConflictDialogProps<Row, Mine> = {
  table: AuditedTable;
  conflict: Conflict<Row, Mine> | undefined;
  /** See `RowEditing`. The stored row has the fields of the form, and further ones. */
  toCompared?: ((values: Mine) => unknown) | undefined;
};

/** Shows both versions of the typed fields after a save on a stale one (409) and lets the user choose. */
export function ConflictDialog<Row, Mine>(props: ConflictDialogProps<Row, Mine>) {
  const { table, conflict, toCompared = (values) => values } = props;
  const [stored, mine] = conflict
    ? [toCompared(conflict.current as unknown as Mine), toCompared(conflict.mine)]
    : [];
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
      <div className="px-5 py-4 md:px-8">
        <DiffTable
          table={table}
          fields={diffFields(stored, mine).filter(
            ({ changed, after }) => changed && after !== undefined,
          )}
          headings={["Salva agora", "Sua"]}
        />
      </div>
    </Dialog>
  );
}
