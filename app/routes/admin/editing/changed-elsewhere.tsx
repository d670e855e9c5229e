import { Button } from "#app/ui/button.tsx";

type ChangedElsewhereProps = {
  /** What became of the row that the form edits. */
  what: "changed" | "gone" | undefined;
  /** Whether anything was typed that showing the stored row would lose. */
  dirty: boolean;
  /** Takes the stored row into the form. */
  onShow: () => void;
};

/** Says quietly that the form's row was saved or deleted elsewhere; nothing typed is touched. */
export function ChangedElsewhere({ what, dirty, onShow }: ChangedElsewhereProps) {
  return (
    <div role="status">
      {what && (
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-info-soft px-3 py-2 text-info-ink">
          <span className="icon-[lucide--info] size-5 shrink-0" aria-hidden />
          <p className="min-w-0 grow basis-48">{words(what, dirty)}</p>
          {what === "changed" && !dirty && (
            <Button look="outline" onClick={onShow}>
              Mostrar a versão salva
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function words(what: "changed" | "gone", dirty: boolean): string {
  if (what === "gone") return "Isto foi excluído em outro lugar.";
  return dirty
    ? "Isto mudou em outro lugar. Ao salvar, você escolhe o que fica."
    : "Isto mudou em outro lugar.";
}
