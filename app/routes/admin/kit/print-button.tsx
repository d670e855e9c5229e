import { Button } from "#app/ui/button.tsx";

export function PrintButton() {
  return (
    <Button onClick={() => print()}>
      <span className="icon-[lucide--printer] size-5" aria-hidden />
      Imprimir
    </Button>
  );
}
