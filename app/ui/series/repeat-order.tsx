import { useState } from "react";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import type { RepeatRequests } from "./repeat-dialog.tsx";

const lateDialog = lateComponent(
  () => import("./repeat-dialog.tsx"),
  (file) => file.default,
);

type RepeatOrderProps = RepeatRequests & {
  onCreated: (path: string) => void;
  label?: string;
  variant?: ButtonVariant["variant"];
  className?: string;
};

/** The button 'Repetir este pedido', whose dialog is loaded when it is pressed. */
export function RepeatOrder(props: RepeatOrderProps) {
  const { path, send, onCreated, label = "Repetir este pedido", variant, className } = props;
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const RepeatDialog = useLateComponent(lateDialog, wasOpened);
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <span className="icon-[lucide--repeat] size-5" aria-hidden />
        {label}
      </Button>
      {RepeatDialog && (
        <RepeatDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          path={path}
          send={send}
          onCreated={(seriesPath) => {
            setOpen(false);
            onCreated(seriesPath);
          }}
        />
      )}
    </>
  );
}
