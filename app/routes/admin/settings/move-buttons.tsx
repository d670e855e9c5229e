import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";

type MoveButtonsProps = {
  /** The name of the moved item, for screen readers. */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
};

export function MoveButtons({ name, index, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        data-move="up"
        aria-label={`Mover ${name} para cima`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <span className="icon-[lucide--arrow-up] size-5" aria-hidden />
      </Button>
      <Button
        variant="ghost"
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

/**
 * Moves the focus after the list is rendered, to the first of the selectors that exists. A state, because an effect of an
 * earlier render may run after the call.
 */
export function useFocusSoon<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const done = useRef(wanted);
  useEffect(() => {
    if (done.current === wanted) return;
    for (const selector of wanted) {
      const target = container.current?.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      done.current = wanted;
      return;
    }
  });
  return {
    container,
    focusSoon(...selectors: string[]) {
      setWanted(selectors);
    },
  };
}

/** Selectors of the pressed move button, or of the other one when it is disabled at the end of the list. */
export function moveButtonsOf(item: string, to: "up" | "down"): string[] {
  const button = (direction: string) =>
    `[data-item="${item}"] [data-move="${direction}"]:not(:disabled)`;
  return [button(to), button(to === "up" ? "down" : "up")];
}
