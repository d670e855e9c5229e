import { Button } from "#app/ui/button.tsx";

export type ChangeNoticeProps = {
  change: "changed" | "deleted";
  /** Whether showing the stored row would discard something that was typed. */
  dirty: boolean;
  onShowStored: () => void;
};

/** See `ChangedElsewhere`, which loads it. */
export function ChangeNotice({ change, dirty, onShowStored }: ChangeNoticeProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-info-soft px-3 py-2 text-info-ink">
      <span className="icon-[lucide--info] size-5 shrink-0" aria-hidden />
      <p className="min-w-0 grow basis-48">{describeChange(change, dirty)}</p>
      {change === "changed" && !dirty && (
        <Button look="outline" onClick={onShowStored}>
          Mostrar a versão salva
        </Button>
      )}
    </div>
  );
}

function describeChange(change: "changed" | "deleted", dirty: boolean): string {
  if (change === "deleted") return "Isto foi excluído em outro lugar.";
  return dirty
    ? "Isto mudou em outro lugar. Ao salvar, você escolhe o que fica."
    : "Isto mudou em outro lugar.";
}
