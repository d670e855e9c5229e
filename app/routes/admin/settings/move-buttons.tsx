import { Button } from "#app/ui/button.tsx";

type MoveButtonsProps = {
  /** What is moved, for screen readers. */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
};

/** One place up or down; up is off for the first, down for the last. */
export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        look="ghost"
        size="icon"
        data-move="up"
        aria-label={`Mover ${name} para cima`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <span className="icon-[lucide--arrow-up] size-5" aria-hidden />
      </Button>
      <Button
        look="ghost"
        size="icon"
        data-move="down"
        aria-label={`Mover ${name} para baixo`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <span className="icon-[lucide--arrow-down] size-5" aria-hidden />
      </Button>
    </>
  );
}
