import { atom } from "nanostores";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { $toasts, dismissToast, type Toast, toastLifetimeMs } from "#app/client/toast.ts";
import { useStore } from "#app/client/use-store.ts";
import { classNames } from "./class-names.ts";

/** Ids of the regions on the page, the topmost last. Only that one is shown: a modal dialog makes the others inert. */
const $regions = atom<readonly string[]>([]);

type ToastsProps = {
  inDialog?: boolean;
  /** No notice disappears by itself, because all of them are being read. */
  isPaused?: boolean;
};

/** Shows the notices. Each dialog has its own region (`inDialog`), used while it is open. */
export function Toasts({ inDialog = false, isPaused = false }: ToastsProps) {
  const id = useId();
  useEffect(() => {
    // A dialog rendered open by the server mounts before the page around it.
    $regions.set(inDialog ? [...$regions.get(), id] : [id, ...$regions.get()]);
    return () => $regions.set($regions.get().filter((other) => other !== id));
  }, [id, inDialog]);
  const isTopmost = useStore($regions).at(-1) === id;
  const toasts = useStore($toasts);
  const [held, setHeld] = useState(false);
  if (!isTopmost) return null;
  return (
    <section
      aria-label="Notificações"
      aria-live="polite"
      className="toast-region"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((notice) => (
        <ToastCard key={notice.id} notice={notice} held={held || isPaused} />
      ))}
    </section>
  );
}

const icons = {
  success: "icon-[lucide--circle-check] text-success-ink",
  info: "icon-[lucide--info] text-muted",
  warning: "icon-[lucide--wifi-off] text-muted",
  destructive: "icon-[lucide--circle-alert] text-danger-ink",
} as const;

const actionClasses = "inline-flex min-h-11 items-center font-semibold text-primary-ink underline";

/** The time when each notice disappears; it may move to another region before. */
const ends = new WeakMap<Toast, number>();

/** The timer is stopped while the pointer or the focus is in the notices, and restarted afterwards. */
function ToastCard({ notice, held }: { notice: Toast; held: boolean }) {
  useEffect(() => {
    if (held) ends.delete(notice);
    if (notice.persistent || held) return;
    const end = ends.get(notice) ?? Date.now() + toastLifetimeMs;
    ends.set(notice, end);
    const timer = setTimeout(() => dismissToast(notice.id), end - Date.now());
    return () => clearTimeout(timer);
  }, [notice, held]);
  return (
    <div
      data-persistent={notice.persistent || undefined}
      className={classNames(
        "toast",
        notice.variant === "destructive" && "border-l-4 border-l-danger",
      )}
    >
      <span className={classNames(icons[notice.variant], "mt-2.5 size-6 shrink-0")} aria-hidden />
      <div className="min-w-0 grow py-2">
        <div data-variant={notice.variant}>
          <p className="font-semibold">{notice.title} </p>
          {notice.description && <p className="text-muted">{notice.description}</p>}
        </div>
        {notice.link && (
          <Link
            to={notice.link.to}
            onClick={() => dismissToast(notice.id)}
            className={actionClasses}
          >
            {notice.link.label}
          </Link>
        )}
      </div>
      {notice.undo && (
        <button
          type="button"
          className={`${actionClasses} shrink-0 px-2`}
          onClick={() => {
            notice.undo?.();
            dismissToast(notice.id);
          }}
        >
          {notice.undoLabel ?? "Desfazer"}
        </button>
      )}
      <button
        type="button"
        aria-label="Fechar notificação"
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-sunken"
        onClick={() => dismissToast(notice.id)}
      >
        <span className="icon-[lucide--x] size-5" aria-hidden />
      </button>
    </div>
  );
}
