import { Button } from "#app/ui/button.tsx";

type PrintButtonProps = { variant?: "primary" | "outline" };

export function PrintButton({ variant = "primary" }: PrintButtonProps) {
  return (
    <Button variant={variant} onClick={() => print()}>
      <span className="icon-[lucide--printer] size-5" aria-hidden />
      Imprimir
    </Button>
  );
}
