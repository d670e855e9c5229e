type ProgressBarProps = { label: string; done: number; total: number };

/** The progress of the server with a file. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <div className="flex flex-col gap-1">
      <p role="status" className="text-muted">
        {label}… {done > 0 && `${done} de ${total}`}
      </p>
      <progress aria-label={label} value={done} max={total} className="w-full accent-primary" />
    </div>
  );
}
