import { useFirstInteraction } from "#app/routes/admin/ui/use-first-interaction.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { ConfirmDialogProps } from "./confirm-window.tsx";

const confirmWindow = lateComponent(() =>
  import("./confirm-window.tsx").then((module) => module.ConfirmWindow),
);

/** A confirmation before an irreversible action. Dialogs are not part of a screen's first scripts. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFirstInteraction(confirmWindow.load);
  const Window = useLateComponent(confirmWindow, props.open);
  return Window && <Window {...props} />;
}
