import { ConflictDialog } from "#app/routes/admin/editing/conflict-dialog.tsx";
import { fieldLabel } from "#app/shared/labels.ts";
import { compareFields, showValue } from "./row-comparison.ts";
import type { SettingsSection } from "./section.ts";

type SectionConflictProps = Pick<SettingsSection<object>, "conflict">;

/** Both versions of the keys that differ. Loaded on demand. */
export function SectionConflictDialog({ conflict }: SectionConflictProps) {
  return (
    <ConflictDialog
      conflict={conflict}
      fieldsOf={({ mine, current }) =>
        compareFields(current, mine)
          .filter(({ changed }) => changed)
          .map(({ path, before, after }) => ({
            label: fieldLabel("settings", path),
            theirs: showValue("settings", before),
            mine: showValue("settings", after),
          }))
      }
    />
  );
}
