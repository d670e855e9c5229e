import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { useModal } from "./dialog.tsx";

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: "left" | "right";
  children: ReactNode;
};

/** A modal panel at a side of the window: the side menu. */
export function Sheet({ open, onClose, title, side = "right", children }: SheetProps) {
  const titleId = useId();
  const { props, present } = useModal(open, onClose);
  return (
    <dialog {...props} aria-labelledby={titleId} data-side={side} className="dialog">
      {present && (
        <>
          <div className="flex shrink-0 items-center justify-between gap-4 py-2 pr-2 pl-5">
            <h2 id={titleId} className="text-xl">
              {title}
            </h2>
            <Button variant="ghost" size="icon" aria-label="Fechar menu" onClick={onClose}>
              <span className="icon-[lucide--x] size-6" aria-hidden />
            </Button>
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
        </>
      )}
    </dialog>
  );
}
