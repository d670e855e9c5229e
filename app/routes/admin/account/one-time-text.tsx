import { CopyButton } from "#app/routes/admin/ui/copy-button.tsx";
import { Button } from "#app/ui/button.tsx";

type OneTimeTextProps = {
  title: string;
  copyLabel: string;
  children: string;
  onClose: () => void;
};

/** A secret that is shown once. */
export function OneTimeText({ title, copyLabel, children, onClose }: OneTimeTextProps) {
  return (
    <div
      role="status"
      className="rounded-md border border-primary-ink bg-success-soft p-4 text-success-ink"
    >
      <p className="mb-2 font-semibold">{title}</p>
      <pre className="mb-3 rounded-sm bg-background p-3 text-sm wrap-anywhere whitespace-pre-wrap text-foreground">
        {children}
      </pre>
      <div className="flex flex-wrap gap-3 text-foreground">
        <CopyButton text={children} label={copyLabel} showLabel />
        <Button variant="ghost" onClick={onClose}>
          Já guardei
        </Button>
      </div>
    </div>
  );
}
