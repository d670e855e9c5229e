import { useEffect, useId, useState, useSyncExternalStore } from "react";
import {
  dismissToast,
  readToasts,
  type Toast,
  toastLifetime,
  watchToasts,
} from "#app/client/toast.ts";
import { classNames } from "./class-names.ts";

const none: readonly Toast[] = [];

/** Regions on the page, the uppermost last: what lies behind a modal dialog is out of reach, so the last one shows. */
let regions: readonly string[] = [];
const regionListeners = new Set<() => void>();

function setRegions(next: readonly string[]) {
  regions = next;
  for (const listener of regionListeners) listener();
}

function watchRegions(listener: () => void) {
  regionListeners.add(listener);
  return () => regionListeners.delete(listener);
}

/** The notices' place on the page. Every dialog has its own (`inDialog`), which takes over while it is open. */
export function Toasts({ inDialog = false }: { inDialog?: boolean }) {
  const id = useId();
  useEffect(() => {
    // A dialog that the server drew open is here before the page around it.
    setRegions(inDialog ? [...regions, id] : [id, ...regions]);
    return () => setRegions(regions.filter((other) => other !== id));
  }, [id, inDialog]);
  const uppermost = useSyncExternalStore(
    watchRegions,
    () => regions.at(-1) === id,
    () => false,
  );
  const toasts = useSyncExternalStore(watchToasts, readToasts, () => none);
  const [held, setHeld] = useState(false);
  if (!uppermost) return null;
  return (
    <section
      aria-label="Notificações"
      aria-live="polite"
      className="toast-region"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {toasts.map((notice) => (
        <ToastCard key={notice.id} notice={notice} held={held} />
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

/** When each notice is to vanish: it may move to another region on the way. */
const ends = new WeakMap<Toast, number>();

/** Its time does not run while the pointer rests on the notices; it has all of it again afterwards. */
function ToastCard({ notice, held }: { notice: Toast; held: boolean }) {
  useEffect(() => {
    if (held) ends.delete(notice);
    if (notice.persistent || held) return;
    const end = ends.get(notice) ?? Date.now() + toastLifetime;
    ends.set(notice, end);
    const timer = setTimeout(() => dismissToast(notice.id), end - Date.now());
    return () => clearTimeout(timer);
  }, [notice, held]);
  return (
    <div
      data-persistent={notice.persistent || undefined}
      className={classNames(
        "flex items-start gap-3 rounded-md border border-line bg-background py-2 pr-1 pl-4 text-foreground shadow-lift",
        notice.look === "destructive" && "border-l-4 border-l-danger",
      )}
    >
      <span className={classNames(icons[notice.look], "mt-2.5 size-6 shrink-0")} aria-hidden />
      <div className="min-w-0 grow py-2">
        <p className="font-semibold">{notice.title}</p>
        {notice.description && <p className="text-muted">{notice.description}</p>}
      </div>
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
